import { useState, type FormEvent } from 'react';
import { isBlank } from '@respa/contract/characters';
import { LENGTHS } from '@respa/contract/limits';
import { useKeptState } from '#lib/member/kept-state.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Switch } from '#ui/forms/checkbox.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { Form } from '#ui/forms/form.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { useSavePlaylist, type Playlist } from './playlists-api.ts';

type PlaylistFormProps = { playlist?: Playlist; onClose: () => void };

/** The window for the name and the audience of a playlist. */
export function PlaylistForm({ playlist, onClose }: PlaylistFormProps) {
  const save = useSavePlaylist();
  const [name, setName, forget] = useKeptState(
    `playlist.${playlist?._id ?? 'new'}`,
    playlist?.name ?? '',
  );
  const [isOpen, setOpen] = useState(playlist?.open ?? false);
  const [wrong, setWrong] = useState('');
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (isBlank(name)) return setWrong('Введите название плейлиста');
    save.mutate(
      { ...(playlist === undefined ? {} : { id: playlist._id }), name, open: isOpen },
      {
        onSuccess: () => {
          forget();
          onClose();
        },
        onError: (error) => setWrong(sentenceOf(error)),
      },
    );
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={playlist === undefined ? 'Новый плейлист' : 'Изменить плейлист'}
      size="small"
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" busy={save.isPending} onClick={() => submit()}>
            Сохранить
          </Button>
        </>
      }
    >
      <Form onSubmit={submit}>
        <Stack>
          <TextField
            label="Название"
            maxLength={LENGTHS.title}
            value={name}
            error={wrong || undefined}
            onChange={(value) => {
              setName(value);
              setWrong('');
            }}
          />
          <Switch label="Виден всем участникам по ссылке" checked={isOpen} onChange={setOpen} />
        </Stack>
      </Form>
    </Modal>
  );
}
