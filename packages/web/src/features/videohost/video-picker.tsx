import { useMyId } from '#lib/network/session.ts';
import { ListState } from '#ui/feedback/list-state.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import type { VideoPick } from '#ui/media/post-videos.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { useChannelOf, useVideos } from './api.ts';
import { Poster } from './poster.tsx';
import styles from './video-picker.module.css';

/** Chooses one of the videos of the own channel. */
export function VideoPicker({ onPick, onClose }: VideoPick) {
  const channel = useChannelOf(useMyId() ?? '');
  const id = channel.data?._id;
  return (
    <Modal
      open
      onClose={onClose}
      title="Видео с моего канала"
      actions={
        <ButtonLink to={id === undefined ? '/videohost/create/channel' : '/videohost/create/video'}>
          {id === undefined ? 'Создать канал' : 'Загрузить видео'}
        </ButtonLink>
      }
    >
      {id !== undefined ? (
        <OwnVideos channel={id} onPick={onPick} />
      ) : (
        <ListState
          small
          list={channel}
          isEmpty
          skeleton={<PeopleSkeleton rows={3} />}
          empty={
            <EmptyState
              small
              art="photo"
              text="Канала у вас пока нет"
              more="Создайте канал и загрузите видео: его можно будет добавить в пост."
            />
          }
        />
      )}
    </Modal>
  );
}
function OwnVideos({ channel, onPick }: { channel: string; onPick: VideoPick['onPick'] }) {
  const list = useVideos('channel', channel);
  const videos = list.data?.pages.flatMap((page) => page.videos) ?? [];
  const ready = videos.filter(({ state }) => state === 'ready');
  return (
    <>
      <ListState
        small
        list={list}
        isEmpty={ready.length === 0}
        skeleton={<PeopleSkeleton rows={3} />}
        empty={<EmptyState small art="photo" text="Готовых видео пока нет" />}
      />
      <ul className={styles.videos}>
        {ready.map((video) => (
          <li key={video._id}>
            <button type="button" className={styles.video} onClick={() => onPick(video)}>
              <Poster video={video} />
              <bdi className={styles.title}>{video.title}</bdi>
            </button>
          </li>
        ))}
      </ul>
      <MorePages list={list} skeleton={<PeopleSkeleton rows={1} />} />
    </>
  );
}
