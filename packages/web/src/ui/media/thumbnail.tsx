import { useState, type ReactNode } from 'react';
import { thumbColour } from './thumb.ts';
import styles from './thumbnail.module.css';

type ThumbnailProps = {
  src: string;
  srcSet: string;
  sizes: string;
  thumbhash: string;
  /** Shown when the picture fails to load. */ instead: ReactNode;
};

/**
 * A small picture among very many; it fills its container. Its average colour shows first, and
 * nothing rerenders when the picture loads.
 */
export function Thumbnail({ src, srcSet, sizes, thumbhash, instead }: ThumbnailProps) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return instead;
  return (
    <img
      className={styles.thumbnail}
      style={{ backgroundColor: thumbColour(thumbhash) }}
      src={src}
      srcSet={srcSet}
      sizes={sizes}
      alt=""
      decoding="async"
      draggable={false}
      onError={() => setBroken(true)}
    />
  );
}
