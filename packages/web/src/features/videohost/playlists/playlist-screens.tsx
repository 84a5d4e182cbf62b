import { useState, type FormEvent } from 'react';
import { IconPencil, IconPlayerPlayFilled, IconTrash } from '#ui/icons.ts';
import { Link } from 'react-router';
import { LENGTHS } from '@respa/contract/limits';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigate.ts';
import { useMyId } from '#lib/network/session.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Switch } from '#ui/forms/checkbox.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { EmptyState, ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { Form } from '#ui/forms/form.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { videosOf } from '../api.ts';
import {
  usePlaylist,
  usePlaylists,
  useRemovePlaylist,
  useSavePlaylist,
  useSetInPlaylist,
  type Playlist,
} from './playlists-api.ts';
import styles from './playlist-screens.module.css';
import { VideoGrid } from '../video-grid.tsx';
import { videosOfCount } from '../words.ts';

const tell = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });
/** The member's playlists. */
export function Playlists() {
  const found = usePlaylists();
  const [isNew, setNew] = useState(false);
  return (
    <>
      <PageHead
        title="Плейлисты"
        action={
          <Button variant="primary" onClick={() => setNew(true)}>
            Создать плейлист
          </Button>
        }
      />
      <Card inset="flush">
        {found.isPending ? <PeopleSkeleton rows={3} /> : null}
        {found.isError && !found.data ? <ErrorState onRetry={() => void found.refetch()} /> : null}
        {found.data?.length === 0 ? (
          <EmptyState
            art="photo"
            text="Здесь пока что ничего нет"
            more="Соберите видео, к которым хочется возвращаться."
          />
        ) : null}
        <ul className={styles.list}>
          {found.data?.map((playlist) => (
            <li key={playlist._id} className={styles.row}>
              <Link to={`/videohost/playlist/${playlist._id}`} className={styles.name}>
                {playlist.name}
              </Link>
              <span className={styles.facts}>
                {videosOfCount(playlist.count)} · {playlist.open ? 'виден по ссылке' : 'только вам'}
              </span>
            </li>
          ))}
        </ul>
      </Card>
      {isNew ? <PlaylistForm onClose={() => setNew(false)} /> : null}
    </>
  );
}
/** One playlist with its videos in their order. */
export function PlaylistScreen({ id }: { id: string }) {
  const found = usePlaylist(id);
  const me = useMyId();
  const remove = useRemovePlaylist();
  const set = useSetInPlaylist();
  const navigate = useNavigate();
  const [isEditing, setEditing] = useState(false);
  if (found.error instanceof ApiError && found.error.status === 404)
    return (
      <NotFoundState
        text="Такого плейлиста нет"
        action={<ButtonLink to="/videohost/playlists">К плейлистам</ButtonLink>}
      />
    );
  const playlist = found.data?.pages[0]?.playlist;
  const isMine = playlist?.owner === me;
  const first = videosOf(found.data)[0];
  const drop = async () => {
    if (
      await confirm({
        title: `Удалить плейлист «${playlist?.name}»?`,
        text: 'Сами видео останутся.',
        action: 'Удалить',
        danger: true,
      })
    )
      remove.mutate(id, { onSuccess: () => navigate('/videohost/playlists'), onError: tell });
  };
  return (
    <>
      <PageHead
        title={playlist?.name ?? 'Плейлист'}
        text={
          playlist === undefined
            ? undefined
            : `${playlist.ownerName} · ${videosOfCount(playlist.count)}`
        }
        action={
          <span className={styles.acts}>
            {first === undefined ? null : (
              <ButtonLink
                to={`/videohost/video/${first._id}?list=${id}`}
                variant="primary"
                icon={<IconPlayerPlayFilled size={18} aria-hidden="true" />}
              >
                Смотреть подряд
              </ButtonLink>
            )}
            {isMine ? (
              <Menu
                label="Действия с плейлистом"
                items={[
                  {
                    label: 'Изменить',
                    icon: <IconPencil size={18} />,
                    onSelect: () => setEditing(true),
                  },
                  {
                    label: 'Удалить',
                    icon: <IconTrash size={18} />,
                    danger: true,
                    onSelect: () => void drop(),
                  },
                ]}
              />
            ) : null}
          </span>
        }
      />
      <VideoGrid
        found={found}
        empty="Здесь пока нет видео"
        query={`?list=${id}`}
        moreOf={(video) =>
          isMine
            ? [
                {
                  label: 'Убрать из плейлиста',
                  icon: <IconTrash size={18} />,
                  onSelect: () =>
                    set.mutate({ id, videoId: video._id, on: false }, { onError: tell }),
                },
              ]
            : []
        }
      />
      {isEditing && playlist !== undefined ? (
        <PlaylistForm playlist={playlist} onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}
function PlaylistForm({ playlist, onClose }: { playlist?: Playlist; onClose: () => void }) {
  const save = useSavePlaylist();
  const [name, setName] = useState(playlist?.name ?? '');
  const [isOpen, setOpen] = useState(playlist?.open ?? false);
  const [wrong, setWrong] = useState('');
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (name.trim() === '') return setWrong('Введите название плейлиста');
    save.mutate(
      { ...(playlist === undefined ? {} : { id: playlist._id }), name, open: isOpen },
      { onSuccess: onClose, onError: (error) => setWrong(sentenceOf(error)) },
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
