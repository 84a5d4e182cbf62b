import { useEffect, useState, type FormEvent } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { ApiError, sentenceOf } from '#lib/call.ts';
import { mediaUrl } from '#lib/media.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card, CardHead } from '#ui/card.tsx';
import { CropDialog } from '#ui/crop-dialog.tsx';
import { FileInput } from '#ui/file-input.tsx';
import { PICTURES } from '#ui/picked-files.ts';
import { Scenery } from '#ui/scenery.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { Public } from './api.ts';
import styles from './header-form.module.css';

/** A picture as it will be: what is stored, another one, or none. */
type Chosen = { file: Blob; url: string } | null | undefined;
export type HeaderGiven = { name: string; description: string; avatar: Blob | null | undefined; cover: Blob | null | undefined };
type HeaderFormProps = { group?: Public; isBusy: boolean; error: unknown; action: string; back: string; onSend: (given: HeaderGiven) => void };

/** What a group is called, what it is about, and how it looks. */
export function HeaderForm({ group, isBusy, error, action, back, onSend }: HeaderFormProps) {
  const [name, setName] = useState(group?.name ?? '');
  const [description, setDescription] = useState(group?.description ?? '');
  const [avatar, setAvatar] = useState<Chosen>();
  const [cover, setCover] = useState<Chosen>();
  const [cutting, setCutting] = useState<{ slot: 'avatar' | 'cover'; file: File } | null>(null);
  const [wrong, setWrong] = useState('');
  // The creature of a group without a picture is drawn from its id, which is not known before it is made.
  const [seed] = useState(() => group?._id ?? crypto.randomUUID());
  useEffect(() => () => { if (avatar) URL.revokeObjectURL(avatar.url); }, [avatar]);
  useEffect(() => () => { if (cover) URL.revokeObjectURL(cover.url); }, [cover]);
  const face = avatar === undefined ? mediaUrl('publicavatars', group?.avatarUrl ?? '', 640) : avatar?.url ?? null;
  const wide = cover === undefined ? mediaUrl('publicbanners', group?.bannerUrl ?? '') : cover?.url ?? null;
  const refusal = error instanceof ApiError && error.fields['name'] === undefined ? sentenceOf(error) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setWrong('Не введено имя');
    if (description.length > LENGTHS.description || isBusy) return;
    onSend({ name, description, avatar: avatar === undefined ? undefined : avatar?.file ?? null, cover: cover === undefined ? undefined : cover?.file ?? null });
  };
  const cut = (blob: Blob) => {
    const next = { file: blob, url: URL.createObjectURL(blob) };
    if (cutting?.slot === 'avatar') setAvatar(next);
    else setCover(next);
    setCutting(null);
  };
  return (
    <Card>
      <CardHead title="Оформление" />
      <form className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.cover}>{wide === null ? <Scenery seed={seed} /> : <img src={wide} alt="Обложка группы" />}</div>
        <div className={styles.pictures}>
          <Avatar id={seed} name="Фотография группы" src={face} size={80} />
          <div className={styles.buttons}>
            <FileInput accept={PICTURES} onFiles={([file]) => file && setCutting({ slot: 'avatar', file })}><Button size="small">Загрузить фотографию</Button></FileInput>
            {face === null ? null : <Button size="small" variant="plain" onClick={() => setAvatar(null)}>Убрать фотографию</Button>}
            <FileInput accept={PICTURES} onFiles={([file]) => file && setCutting({ slot: 'cover', file })}><Button size="small">Загрузить обложку</Button></FileInput>
            {wide === null ? null : <Button size="small" variant="plain" onClick={() => setCover(null)}>Убрать обложку</Button>}
          </div>
        </div>
        <TextField label="Название" required maxLength={LENGTHS.title} value={name} error={wrong || (error instanceof ApiError ? error.fields['name'] : undefined)} onChange={(value) => { setName(value); setWrong(''); }} />
        <TextArea label="Описание" placeholder="О чём ваша группа" minRows={3} maxRows={12} limit={LENGTHS.description} value={description} onChange={setDescription} />
        {refusal ? <p className={styles.wrong} role="alert">{refusal}</p> : null}
        <div className={styles.end}>
          <span className={styles.wait} role="status">{isBusy ? 'Подождите, пока данные отправятся на сервер...' : null}</span>
          <ButtonLink to={back}>Отмена</ButtonLink>
          <Button type="submit" variant="primary" busy={isBusy}>{action}</Button>
        </div>
      </form>
      <CropDialog file={cutting?.file ?? null} shape={cutting?.slot === 'cover' ? 'cover' : 'avatar'} title={cutting?.slot === 'cover' ? 'Обложка группы' : 'Фотография группы'} onDone={cut} onClose={() => setCutting(null)} />
    </Card>
  );
}
