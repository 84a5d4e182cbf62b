import { mediaUrl } from '#lib/browser/media.ts';
import type { Look } from '../../composer/unsent/outbox-store.ts';
import { stickerSize } from './sticker-picture.tsx';
import styles from './sticker-picture.module.css';

/** A sticker or a saved GIF that is being sent. */
export function UnsentLook({ look }: { look: Look }) {
  return (
    <img
      {...stickerSize(look)}
      className={styles.unsent}
      src={mediaUrl(look.folder, look.name)!}
      alt={look.alt}
    />
  );
}
