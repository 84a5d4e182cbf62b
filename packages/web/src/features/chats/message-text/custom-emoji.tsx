import { useState } from 'react';
import { mediaUrl } from '#lib/browser/media.ts';
import styles from './custom-emoji.module.css';

/** A custom emoji in a text; the emoji that it stands for, if its picture is gone. */
export function CustomEmoji({ emoji, image }: { emoji: string; image: string }) {
  const [isGone, setGone] = useState(false);
  if (isGone) return emoji;
  return (
    <img
      className={styles.custom}
      src={mediaUrl('stickers', image)!}
      alt={emoji}
      draggable={false}
      onError={() => setGone(true)}
    />
  );
}
