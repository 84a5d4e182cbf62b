import { useState } from 'react';
import { IconPlayerPlayFilled, IconTrash } from '#ui/icons.ts';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { useMyId } from '#lib/network/session.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { NotFoundState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { videosOf } from '../api.ts';
import { VideoGrid } from '../video-grid.tsx';
import { videosOfCount } from '../words.ts';
import { PlaylistForm } from './playlist-form.tsx';
import { PlaylistMenu } from './playlist-menu.tsx';
import styles from './playlist-screens.module.css';
import { usePlaylist, useSetInPlaylist } from './playlists-api.ts';
import { usePlaylistRemoval } from './use-playlist-removal.ts';

/** One playlist with its videos in their order. */
export function PlaylistScreen({ id }: { id: string }) {
  const found = usePlaylist(id);
  const me = useMyId();
  const set = useSetInPlaylist();
  const [isEditing, setEditing] = useState(false);
  const playlist = found.data?.pages[0]?.playlist;
  const drop = usePlaylistRemoval(id, playlist?.name);
  if (found.error instanceof ApiError && found.error.status === 404)
    return (
      <NotFoundState
        text="Такого плейлиста нет"
        action={<ButtonLink to="/videohost/playlists">К плейлистам</ButtonLink>}
      />
    );
  const isMine = playlist?.owner === me;
  const first = videosOf(found.data)[0];
  const takeOut = (videoId: string) =>
    set.mutate(
      { id, videoId, on: false },
      { onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }) },
    );
  const takeOutItem = (videoId: string) => ({
    label: 'Убрать из плейлиста',
    icon: <IconTrash size={18} />,
    onSelect: () => takeOut(videoId),
  });
  return (
    <>
      <PageHead
        title={playlist?.name ?? 'Плейлист'}
        text={playlist && `${playlist.ownerName} · ${videosOfCount(playlist.count)}`}
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
              <PlaylistMenu onEdit={() => setEditing(true)} onRemove={() => void drop()} />
            ) : null}
          </span>
        }
      />
      <VideoGrid
        found={found}
        empty="Здесь пока нет видео"
        query={`?list=${id}`}
        moreOf={(video) => (isMine ? [takeOutItem(video._id)] : [])}
      />
      {isEditing && playlist !== undefined ? (
        <PlaylistForm playlist={playlist} onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}
