import { useCallback, useState } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { IconPhotoOff } from '#ui/icons.ts';
import styles from './picture.module.css';
import { thumbAddress } from './thumb.ts';

/** A picture as the server sends it. */
export type PictureSource = {
  src: string;
  width: number;
  height: number;
  /** base64 */
  thumbhash?: string | null | undefined;
  /** Smaller renditions for the browser to choose from: 'a.jpg 480w, b.jpg 960w'. */
  srcSet?: string | undefined;
  alt?: string | undefined;
  /** The text is the author's description. */
  isDescribed?: boolean | undefined;
};

type PictureProps = PictureSource & {
  /**
   * `natural`: as wide as its container, with its own ratio. `cover`: fills a container whose size
   * the parent sets.
   */
  fit?: 'natural' | 'cover' | undefined;
  sizes?: string | undefined;
  /** For the first visible picture: not lazy, loaded early. */
  first?: boolean | undefined;
  className?: string | undefined;
};

/**
 * Shows a picture without layout shift: its space is reserved before it loads, and a blurred
 * placeholder fills it. The picture paints as soon as it is decoded; only the placeholder waits for
 * scripts.
 */
export function Picture({
  src,
  width,
  height,
  thumbhash,
  srcSet,
  alt = '',
  fit = 'natural',
  sizes,
  first,
  className,
}: PictureProps) {
  const [state, setState] = useState<'waiting' | 'here' | 'broken'>('waiting');
  const blur = thumbhash ? thumbAddress(thumbhash) : undefined;

  // A picture from the cache is complete before React listens.
  const look = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth > 0) setState('here');
  }, []);

  return (
    <span
      className={classNames(styles.picture, styles[fit], className)}
      style={{ aspectRatio: fit === 'natural' ? `${width} / ${height}` : undefined }}
    >
      {blur && state !== 'here' ? (
        <img className={styles.blur} src={blur} alt="" aria-hidden="true" />
      ) : null}
      {state === 'broken' ? (
        <span className={styles.broken} role="img" aria-label={alt || 'Картинка не загрузилась'}>
          <IconPhotoOff size={32} stroke={1.5} />
        </span>
      ) : (
        <img
          ref={look}
          className={styles.image}
          src={src}
          srcSet={srcSet}
          sizes={sizes}
          width={width}
          height={height}
          alt={alt}
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          onLoad={({ currentTarget }) =>
            void currentTarget
              .decode()
              .catch(() => {})
              .then(() => setState('here'))
          }
          onError={() => setState('broken')}
        />
      )}
    </span>
  );
}
