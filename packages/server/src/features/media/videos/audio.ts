import { AppError } from '@respa/contract/app-errors';
import { damagedVoice, notVoice, unknownVoiceCodec, videoAsVoice } from '../refusals.ts';
import { findKind } from '../serving/kinds.ts';
import { eraseMetadata } from './metadata.ts';
import { dropCutPage } from './ogg-end.ts';
import { probe } from './probe.ts';
import type { Inspected } from './video-files.ts';

/** How a voice message is stored: its extension and content type. */
type VoiceFormat = { extension: 'mp3' | 'ogg' | 'm4a'; mime: string };
const MP3: VoiceFormat = { extension: 'mp3', mime: 'audio/mpeg' };
const OGG: VoiceFormat = { extension: 'ogg', mime: 'audio/ogg' };
const M4A: VoiceFormat = { extension: 'm4a', mime: 'audio/mp4' };
/** By the kind of the content; a recorder may call its M4A an MP4. */
const FORMATS: Readonly<Record<string, VoiceFormat>> = { mp3: MP3, ogg: OGG, m4a: M4A, mp4: M4A };
/** Codecs that browsers play. */
const CODECS: ReadonlySet<string> = new Set(['mp3', 'opus', 'vorbis', 'aac', 'flac']);

/**
 * Reads the format of a voice message and its length in seconds. An Ogg that ends inside a page is
 * ended before it. Throws `bad_type`: not MP3, M4A or Ogg, a video, an unknown codec, or damaged.
 */
export async function inspectVoice({
  path,
  filename,
  sender,
}: Inspected): Promise<VoiceFormat & { duration: number }> {
  const { type } = await findKind(path, filename);
  const format = FORMATS[type];
  if (format === undefined) throw notVoice();
  const listen = () => probe({ path, format: 'sound' }, sender);
  let found = await listen();
  if (found === null && format === OGG && (await dropCutPage(path))) found = await listen();
  if (found === null) throw damagedVoice();
  if (found.picture !== null) throw videoAsVoice();
  if (found.sound === null || !(found.duration > 0 && Number.isFinite(found.duration)))
    throw damagedVoice();
  if (!CODECS.has(found.sound)) throw unknownVoiceCodec();
  return { ...format, duration: found.duration };
}

/** Erases the place, the time and the device that a recorder wrote. Throws `bad_type`. */
export async function eraseVoiceMetadata(
  path: string,
  { extension }: Pick<VoiceFormat, 'extension'>,
): Promise<void> {
  await eraseMetadata(path, extension).catch((error: unknown) => {
    throw error instanceof AppError ? damagedVoice() : error;
  });
}
