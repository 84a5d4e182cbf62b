import { useState, type ReactNode } from 'react';
import { thumbColour } from './thumb.ts';
import styles from './thumbnail.module.css';

type ThumbnailProps = {
  src: string;
  srcSet: string;
  sizes: string;
  thumbhash: string;
  /** What stands there when the picture cannot be had. */ instead: ReactNode;
};

/** A small picture among very many, over the whole of the place that it stands in: its middle colour is there before it, and nothing is drawn anew when it comes. */
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
