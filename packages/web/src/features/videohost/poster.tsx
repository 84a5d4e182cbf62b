import { duration as lengthOf } from '#lib/text/format.ts';
import { pictureSource } from '#lib/browser/media.ts';
import { Picture } from '#ui/media/picture.tsx';
import { Scenery } from '#ui/layout/scenery.tsx';
import type { VideoCard } from './api.ts';
import styles from './poster.module.css';
import { FAILED } from './words.ts';

/**
 * The preview of a video: its picture, its length, the viewer's progress, and its state if
 * something is wrong with it.
 */
export function Poster({
  video,
  sizes = '(max-width: 500px) 94vw, 220px',
}: {
  video: Pick<VideoCard, '_id' | 'preview' | 'duration' | 'position' | 'state' | 'audience'>;
  sizes?: string;
}) {
  const { preview, duration, position, state, audience } = video;
  const mark =
    state === 'processing'
      ? 'Обрабатывается'
      : state === 'failed'
        ? FAILED
        : audience === 'link'
          ? 'По ссылке'
          : audience === 'friends'
            ? 'Для друзей'
            : null;
  return (
    <span className={styles.poster}>
      {preview === null ? (
        <Scenery seed={video._id} />
      ) : (
        <Picture {...pictureSource('videopreviews', preview)} fit="cover" sizes={sizes} />
      )}
      {mark === null ? null : <span className={styles.mark}>{mark}</span>}
      <span className={styles.length}>{lengthOf(duration)}</span>
      {position > 0 ? (
        <span
          className={styles.seen}
          style={{ width: `${Math.min(100, (position / duration) * 100)}%` }}
        />
      ) : null}
    </span>
  );
}
