import { useState, type FormEvent } from 'react';
import { isBlank } from '@respa/contract/characters';
import { LENGTHS } from '@respa/contract/limits';
import { useKeptState } from '#lib/member/kept-state.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { Form } from '#ui/forms/form.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { usePlaylists, useSavePlaylist, useSetInPlaylist } from './playlists-api.ts';
import styles from './playlist-dialog.module.css';

/** Adds a video to playlists and removes it from them. A new playlist can be created here too. */
export function PlaylistDialog({ videoId, onClose }: { videoId: string; onClose: () => void }) {
  const found = usePlaylists(videoId);
  const set = useSetInPlaylist();
  const save = useSavePlaylist();
  const [name, setName, forget] = useKeptState(`playlist.for.${videoId}`, '');
  const [wrong, setWrong] = useState('');
  const tell = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });
  const create = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank(name)) return setWrong('Введите название плейлиста');
    save.mutate(
      { name, open: false },
      {
        onSuccess: ({ playlist }) => {
          forget();
          set.mutate({ id: playlist._id, videoId, on: true }, { onError: tell });
        },
        onError: (error) => setWrong(sentenceOf(error)),
      },
    );
  };
  return (
    <Modal open onClose={onClose} title="В плейлист" size="small">
      <Stack>
        {found.isPending ? <PeopleSkeleton rows={2} /> : null}
        {found.isError && !found.data ? (
          <ErrorState small onRetry={() => void found.refetch()} />
        ) : null}
        {found.data?.length === 0 ? (
          <EmptyState
            small
            art="photo"
            text="Плейлистов пока нет"
            more="Назовите первый, и видео окажется в нём."
          />
        ) : null}
        {found.data?.map((playlist) => (
          <Checkbox
            key={playlist._id}
            label={playlist.name}
            checked={playlist.has}
            onChange={(on) => set.mutate({ id: playlist._id, videoId, on }, { onError: tell })}
          />
        ))}
        <Form className={styles.form} onSubmit={create}>
          <TextField
            label="Новый плейлист"
            maxLength={LENGTHS.title}
            value={name}
            error={wrong || undefined}
            onChange={(value) => {
              setName(value);
              setWrong('');
            }}
          />
          <Button type="submit" busy={save.isPending}>
            Создать
          </Button>
        </Form>
      </Stack>
    </Modal>
  );
}
