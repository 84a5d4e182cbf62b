import { lazy, Suspense, useState } from 'react';
import { mediaUrl } from '#lib/browser/media.ts';
import { thumbAddress } from '#ui/media/thumb.ts';
import type { Message } from '../../rooms/room-state.ts';
import styles from './sticker-picture.module.css';

const PackSheet = lazy(async () => ({ default: (await import('./pack-sheet.tsx')).PackSheet }));
/** CSS pixels of the longer side. */
const SIZE = 180;
/** Returns the size at which a sticker is drawn, in CSS pixels. */
export const stickerSize = ({ width, height }: { width: number; height: number }) => {
  const scale = SIZE / Math.max(width, height, 1);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
};

type StickerPictureProps = { sticker: NonNullable<Message['sticker']>; author: string };
/** A sticker of a message. A press opens its pack. */
export function StickerPicture({ sticker, author }: StickerPictureProps) {
  const [isOpen, setOpen] = useState(false);
  const [isGone, setGone] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  const { pack, emoji, name, thumbhash } = sticker;
  const size = stickerSize(sticker);
  return (
    <>
      <button
        type="button"
        className={styles.sticker}
        style={size}
        aria-label={`Стикер ${emoji}, ${author}: открыть набор`}
        onClick={() => setOpen(true)}
      >
        {isGone ? (
          <span className={styles.gone}>{emoji}</span>
        ) : (
          <img
            {...size}
            src={mediaUrl('stickers', name)!}
            alt={`Стикер ${emoji}`}
            draggable={false}
            style={
              isLoaded || thumbhash === ''
                ? undefined
                : { backgroundImage: `url(${thumbAddress(thumbhash)})` }
            }
            onLoad={() => setLoaded(true)}
            onError={() => setGone(true)}
          />
        )}
      </button>
      {isOpen ? (
        <Suspense>
          <PackSheet id={pack} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
