import { appError } from '@respa/contract/app-errors';
import { findKind } from '../serving/kinds.ts';
import { assertWhole, eraseMp4Metadata } from './mp4-metadata.ts';
import { probe } from './probe.ts';

const CONTAINERS = ['mp4', 'mov', 'webm', 'mkv'] as const;
export type Container = (typeof CONTAINERS)[number];
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

/**
 * Reads the properties of an uploaded video without decoding it. Throws `bad_type` (no video, cut
 * off, or without a video track), `too_large` (more pixels or seconds than allowed).
 */
export async function inspectVideo(
  path: string,
  filename: string,
  most: { pixels: number; seconds: number },
): Promise<Video> {
  const { type } = await findKind(path, filename);
  const container = CONTAINERS.find((one) => one === type);
  if (container === undefined) throw appError('bad_type');
  if (container === 'mp4' || container === 'mov') await assertWhole(path);
  const found = await probe({ path, format: 'video' });
  if (
    found === null ||
    !(found.width >= 1 && found.height >= 1) ||
    !(found.duration > 0 && Number.isFinite(found.duration))
  )
    throw appError('bad_type');
  if (found.width * found.height > most.pixels || found.duration > most.seconds)
    throw appError('too_large');
  const plays =
    container === 'mp4' &&
    PLAIN_H264.test(found.picture ?? '') &&
    ['', 'aac'].includes(found.sound ?? '');
  return {
    container,
    width: Math.round(found.width),
    height: Math.round(found.height),
    duration: found.duration,
    plays,
  };
}

/**
 * Erases location and device metadata of an MP4 or MOV in place. Other containers are not served
 * unchanged.
 */
export async function eraseVideoMetadata(
  path: string,
  { container }: Pick<Video, 'container'>,
): Promise<void> {
  if (container === 'mp4' || container === 'mov') await eraseMp4Metadata(path);
}
/** Returns whether an inspected video has an audio track. */
export const videoHasSound = async (path: string): Promise<boolean> =>
  ((await probe({ path, format: 'video' }))?.sound ?? '') !== '';
