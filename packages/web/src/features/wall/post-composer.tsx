import { useRef, useState, type FormEvent } from 'react';
import { IconPhoto } from '@tabler/icons-react';
import { FILES, LENGTHS } from '@respa/contract/limits';
import { sentenceOf } from '#lib/call.ts';
import { mediaUrl } from '#lib/media.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DropZone } from '#ui/drop-zone.tsx';
import { FileInput } from '#ui/file-input.tsx';
import { FileTray } from '#ui/file-tray.tsx';
import { showHint } from '#ui/hints.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { PICTURES, usePickedFiles } from '#ui/picked-files.ts';
import { TextArea } from '#ui/text-area.tsx';
import { useCreatePost } from './api.ts';
import styles from './post-composer.module.css';

const REFUSALS = {
  count: 'Слишком много загружаемых файлов. Попробуйте выбрать меньше пяти файлов.',
  type: 'Такой тип файла не поддерживается',
  size: 'Файл слишком большой',
};

/** Text and up to five pictures for the own wall: chosen, dropped or pasted; a sending can be stopped and nothing typed is lost by a failure. */
export function PostComposer({ me, isPage = false, onDone }: { me: { id: string; avatarUrl: string }; isPage?: boolean; onDone?: () => void }) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState('');
  const sending = useRef<AbortController>(null);
  const create = useCreatePost();
  const picked = usePickedFiles({
    accept: PICTURES, limit: FILES.postPictures, maxBytes: FILES.picture.maxBytes,
    onRefuse: ({ reason }) => {
      setWrong(REFUSALS[reason]);
      if (reason === 'count') window.alert(REFUSALS.count);
    },
  });
  const progress = (part: number | undefined) => picked.files.forEach((file) => picked.update(file.key, { progress: part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' && picked.files.length === 0) return setWrong('Напишите что-нибудь или добавьте фото.');
    if (text.length > LENGTHS.post) return;
    setWrong('');
    sending.current = new AbortController();
    create.mutate({ text, files: picked.files.map(({ file }) => file), signal: sending.current.signal, onProgress: progress }, {
      onSuccess: () => {
        setText('');
        picked.clear();
        showHint('Опубликовано', { tone: 'good' });
        onDone?.();
      },
      onError: (error) => {
        progress(undefined);
        setWrong((error as Error).name === 'AbortError' ? 'Отправка остановлена' : sentenceOf(error));
      },
    });
  };
  const isOpen = isPage || text !== '' || picked.files.length > 0;
  return (
    <Card>
      <DropZone onFiles={picked.add} disabled={create.isPending}>
        <form onSubmit={submit} className={styles.form}>
          <div className={styles.row}>
            <Avatar id={me.id} src={mediaUrl('useravatars', me.avatarUrl, 160)} size={42} />
            <TextArea label="Текст записи" hideLabel placeholder="Что нового?" minRows={isPage ? 5 : 1} className={styles.text} value={text} disabled={create.isPending}
              onChange={(value) => { setText(value); setWrong(''); }} error={wrong} {...(text.length > LENGTHS.post - 1_000 ? { limit: LENGTHS.post } : {})} />
          </div>
          <FileTray files={picked.files} size="large" onRemove={(key) => (create.isPending ? sending.current?.abort() : picked.remove(key))} />
          <div className={styles.bar}>
            <FileInput accept={PICTURES} multiple onFiles={picked.add}>
              <IconButton label="Добавить картинки" icon={<IconPhoto />} disabled={create.isPending} />
            </FileInput>
            {create.isPending ? <span className={styles.wait} role="status">Подождите, пока данные отправятся на сервер...</span> : <span className={styles.wait} />}
            {create.isPending ? <Button onClick={() => sending.current?.abort()}>Отменить</Button> : null}
            <Button type="submit" variant={isOpen ? 'primary' : 'soft'} busy={create.isPending}>Опубликовать</Button>
          </div>
        </form>
      </DropZone>
    </Card>
  );
}
