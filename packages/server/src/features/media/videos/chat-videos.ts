import { appError } from '@respa/contract/app-errors';
import { VIDEOHOST } from '@respa/contract/limits';
import { probe } from './probe.ts';

/** 8K. A larger picture could crash the recipients' phones. */
const MOST_PIXELS = 7680 * 4320;

/**
 * Reads the display size in pixels and the length in seconds of an MP4. Throws `bad_type` (no MP4,
 * no video track, a codec that no player supports), `too_large` (over 7680 × 4320, or longer than
 * the longest allowed video).
 */
export async function inspectMp4(
  path: string,
): Promise<{ width: number; height: number; duration: number }> {
  const found = await probe({ path, format: 'mp4' });
  if (
    found === null ||
    !(found.width >= 1 && found.height >= 1) ||
    !(found.duration >= 0 && Number.isFinite(found.duration))
  )
    throw appError('bad_type');
  if (found.width * found.height > MOST_PIXELS || found.duration > VIDEOHOST.seconds)
    throw appError('too_large');
  return {
    width: Math.round(found.width),
    height: Math.round(found.height),
    duration: found.duration,
  };
}
