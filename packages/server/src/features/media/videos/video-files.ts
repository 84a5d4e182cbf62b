import type { AppContext } from '#platform/runtime/app-context.ts';
import { appError } from '@respa/contract/app-errors';
import {
  damagedVideo,
  notVideo,
  tooLongVideo,
  tooManyPixels,
  unknownCodec,
  videoWithoutPicture,
} from '../refusals.ts';
import { createFairQueue } from '#platform/runtime/work-queue.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { findContainer, hasBoxes, type Container } from './containers.ts';
import { describeVideo, type Description } from './description.ts';
import { encoderOf } from './encoder.ts';
import { eraseMetadata } from './metadata.ts';
import { assertWhole } from './mp4-metadata.ts';

/**
 * The properties of a video. `plays`: every browser plays the file unchanged, i.e. an MP4 with
 * 8-bit H.264 and AAC or no audio.
 */
export type Video = {
  container: Container;
  width: number;
  height: number;
  duration: number;
  plays: boolean;
};

/** Baseline, Main and High; browsers do not support 4:2:2, 4:4:4 and ten bits. */
const PLAIN_H264 = /^avc[13]\.(?:42|4d|58|64)/i;

/** What is inspected: a file, its name from the user, and who sent it. */
export type Inspected = Pick<StagedFile, 'path' | 'filename' | 'sender'>;
/** Reading and erasing boxes takes up to two minutes of a crafted video. */
const inspectionTurns = createFairQueue(2, { each: 20, all: 200 });

/**
 * Reads the properties of an uploaded video without decoding it. The senders of videos take turns.
 * Throws `unavailable` (too many wait), `bad_type` (no video, cut
 * off, damaged, an unknown codec, or without a picture), `too_large` (more pixels or seconds than
 * allowed), `needs_encoder` (this server cannot read the container); each names the reason.
 */
export async function inspectVideo(
  context: AppContext,
  { path, filename, sender }: Inspected,
  most: { pixels: number; seconds: number },
): Promise<Video> {
  const container = await findContainer(path, filename);
  if (container === null) throw notVideo();
  if (hasBoxes(container)) await assertWhole(path);
  const found = await inspectionTurns(sender, () => describeVideo(context, path, container));
  if (found === null)
    throw (await encoderOf(context)) === null && container !== 'mp4'
      ? appError('needs_encoder')
      : damagedVideo();
  assertWatchable(found, most);
  const plays =
    container === 'mp4' &&
    PLAIN_H264.test(found.picture ?? '') &&
    [null, 'aac'].includes(found.sound);
  return {
    container,
    width: Math.round(found.width),
    height: Math.round(found.height),
    duration: found.duration,
    plays,
  };
}

/** Throws `bad_type` if the beginning of a file is not that of a video. */
export async function assertIsVideo(path: string, filename: string): Promise<void> {
  if ((await findContainer(path, filename)) === null) throw notVideo();
}

function assertWatchable(
  { picture, width, height, duration }: Description,
  most: { pixels: number; seconds: number },
): void {
  if (picture === null) throw videoWithoutPicture();
  if (picture === '') throw unknownCodec('');
  if (!(width >= 1 && height >= 1) || !(duration > 0 && Number.isFinite(duration)))
    throw damagedVideo();
  if (width * height > most.pixels) throw tooManyPixels(width, height, most.pixels);
  if (duration > most.seconds) throw tooLongVideo(most.seconds);
}

/**
 * Erases everything but the first video and audio track of an MP4 or MOV in place. Other containers
 * are not served unchanged. Throws `bad_type` if that is impossible and the file will be served;
 * the encoder takes over no other track anyway.
 */
export async function eraseVideoMetadata(
  { path, sender }: Pick<StagedFile, 'path' | 'sender'>,
  { container, isServed }: { container: Container; isServed: boolean },
): Promise<void> {
  if (!hasBoxes(container)) return;
  try {
    await inspectionTurns(sender, () => eraseMetadata(path, 'mp4'));
  } catch (error) {
    if (isServed) throw error;
  }
}
