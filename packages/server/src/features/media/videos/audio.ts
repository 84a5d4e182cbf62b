import { appError } from '@respa/contract/app-errors';
import { probe } from './probe.ts';

/** Reads the length of an MP3 in seconds. Throws `bad_type`. */
export async function inspectMp3(path: string): Promise<{ duration: number }> {
  const found = await probe({ path, format: 'mp3' });
  if (found === null || !(found.duration > 0 && Number.isFinite(found.duration)))
    throw appError('bad_type');
  return { duration: found.duration };
}
