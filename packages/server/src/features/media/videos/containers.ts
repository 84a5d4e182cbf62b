import { findKind } from '../serving/kinds.ts';

/**
 * The containers of videos, with the demuxer of the encoder that matches the content: a playlist of
 * other files disguised as a video is not opened.
 */
export const DEMUXERS = {
  mp4: 'mov',
  mov: 'mov',
  webm: 'matroska',
  mkv: 'matroska',
  avi: 'avi',
  flv: 'flv',
  ts: 'mpegts',
} as const;
export type Container = keyof typeof DEMUXERS;

export const isContainer = (type: string): type is Container => Object.hasOwn(DEMUXERS, type);
/** Returns whether the container consists of MP4 boxes. */
export const hasBoxes = (container: Container): boolean =>
  container === 'mp4' || container === 'mov';

/** Returns the container of a file by its content, or null if it is no video. */
export async function findContainer(path: string, filename: string): Promise<Container | null> {
  const { type } = await findKind(path, filename);
  // The brand of a song does not say that there is no picture.
  if (type === 'm4a') return 'mp4';
  return isContainer(type) ? type : null;
}

/** The content types under which originals are stored. */
export const MIME: Readonly<Record<Container, string>> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  flv: 'video/x-flv',
  ts: 'video/mp2t',
};
