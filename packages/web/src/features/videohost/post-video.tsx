import { lazy, Suspense, useState } from 'react';
import { duration as lengthOf } from '#lib/text/format.ts';
import { pictureSource } from '#lib/browser/media.ts';
import { IconPlayerPlayFilled } from '#ui/icons.ts';
import { Scenery } from '#ui/layout/scenery.tsx';
import { Picture } from '#ui/media/picture.tsx';
import type { AttachedVideo } from '#ui/media/post-videos.ts';
import styles from './post-video.module.css';

const PostPlayer = lazy(async () => ({ default: (await import('./post-player.tsx')).PostPlayer }));

/** A video in a post: its poster, and the player in its place once it is pressed. */
export function PostVideo({ video }: { video: AttachedVideo }) {
  const [isPlaying, setPlaying] = useState(false);
  const { _id, title, duration, preview } = video;
  const poster = (
    <>
      {preview === null ? (
        <Scenery seed={_id} />
      ) : (
        <Picture
          {...pictureSource('videopreviews', preview)}
          fit="cover"
          sizes="(max-width: 500px) 94vw, 600px"
        />
      )}
    </>
  );
  return (
    <figure className={styles.video}>
      {isPlaying ? (
        <Suspense fallback={<span className={styles.poster}>{poster}</span>}>
          <PostPlayer id={_id} />
        </Suspense>
      ) : (
        <button
          type="button"
          className={styles.poster}
          aria-label={`Смотреть видео: ${title}, ${lengthOf(duration)}`}
          onClick={() => setPlaying(true)}
        >
          {poster}
          <span className={styles.play}>
            <IconPlayerPlayFilled size={28} aria-hidden="true" />
          </span>
          <span className={styles.length}>{lengthOf(duration)}</span>
        </button>
      )}
      <figcaption className={styles.title}>
        <bdi>{title}</bdi>
      </figcaption>
    </figure>
  );
}
