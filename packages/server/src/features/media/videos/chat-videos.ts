import { appError } from '@respa/contract/app-errors';
import { VIDEOHOST } from '@respa/contract/limits';
import { probe } from './probe.ts';

/** 8K. What is larger is a bomb for the phones of those who get it. */
const MOST_PIXELS = 7680 * 4320;

/**
 * Reads what an MP4 says of itself: pixels as they are shown, and seconds. Faults: `bad_type` (no MP4, no picture in it, a codec
 * that no player knows), `too_large` (over 7680 × 4320, or longer than any film may be).
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
