import { mediaUrl } from '#lib/browser/media.ts';
import { classNames } from '#lib/browser/class-names.ts';
import type { Sticker } from './api.ts';
import styles from './sticker-image.module.css';

/** A picture of a pack, fitted into its place. An empty `alt` marks it as decoration. */
export function StickerImage({
  sticker,
  alt = '',
  className,
}: {
  sticker: Pick<Sticker, 'name'>;
  alt?: string;
  className?: string | undefined;
}) {
  return (
    <img
      className={classNames(styles.image, className)}
      src={mediaUrl('stickers', sticker.name)!}
      alt={alt}
      loading="lazy"
      draggable={false}
    />
  );
}
/** The first picture of a pack, or an empty place. */
export const PackCover = ({ cover }: { cover: Sticker[] }) =>
  cover[0] === undefined ? (
    <span className={styles.empty} aria-hidden="true" />
  ) : (
    <StickerImage sticker={cover[0]} />
  );
