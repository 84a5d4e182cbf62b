import type { StagedFile } from '#platform/storage/staging.ts';
import { createFairQueue, createWorkQueue } from '#platform/runtime/work-queue.ts';
import { newStoredName } from '../blobs/stored-names.ts';
import { readSource, renderSource } from './decoder.ts';
import type { Rendition } from './decoding.ts';

export const PICTURE_KINDS = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];
export type Picture = {
  name: string;
  /** Of the main rendition after orientation, in pixels. */
  width: number;
  height: number;
  /** Base64. */
  thumbhash: string;
  isMoving: boolean;
  /** Of all renditions together. */
  bytes: number;
  /** The main one first. */
  renditions: Rendition[];
};

// The decoder is a process of its own with a lower priority (decoder.ts). Still pictures never wait
// for an animated one, which may take half a minute.
const DECODERS = 2;
const decoderTurns = createWorkQueue(DECODERS);
/**
 * How many pictures may wait. A member's largest message has eight, and several pages may send at
 * once; all together take some minutes of work.
 */
const MOST_WAITING = { each: 60, all: 600 };
const stillTurns = createFairQueue(DECODERS, MOST_WAITING);
const movingTurns = createFairQueue(1, MOST_WAITING);

export type MakingOptions = {
  kinds?: readonly PictureKind[];
  stem?: string;
  /** The longest side in pixels, if it is less than usual. */
  most?: number;
  /** Of an animated picture, only the first frame. */
  isStill?: boolean;
  charge?: (megapixels: number) => void | Promise<void>;
};
/**
 * Decodes a staged file and makes the stored renditions from its pixels alone: at most 1600 px, and
 * 640 and 160 where smaller; upright, without metadata, sRGB. An animated GIF, WebP or PNG stays
 * animated (at most 800 px; its 160 is still). The files are written next to the staged original;
 * the name is random unless there is a `stem`. Throws `bad_type` (not one of `kinds`, or not fully
 * decodable), `too_large` (over 52 megapixels, 2,000 frames, 100 megapixels in all frames or 30
 * seconds of work); each names the reason. The senders of pictures take turns; `unavailable` if too
 * many wait. `charge` is called with the megapixels of all frames before they are decoded, and may
 * throw.
 */
export async function makePicture(
  staged: Pick<StagedFile, 'path' | 'sender'>,
  options: MakingOptions = {},
): Promise<Picture> {
  const { path, sender } = staged;
  const found = await readSource(path, options.kinds ?? PICTURE_KINDS);
  const source = options.isStill === true ? { ...found, frames: 1 } : found;
  const name = options.stem === undefined ? newStoredName('webp') : `${options.stem}.webp`;
  const turns = source.frames > 1 ? movingTurns : stillTurns;
  const made = await turns(sender, async () => {
    await options.charge?.(Math.ceil((source.pixels * source.frames) / 1_000_000));
    return decoderTurns(() => renderSource(source, name, options.most));
  });
  return { name, ...made, bytes: made.renditions.reduce((sum, { bytes }) => sum + bytes, 0) };
}
