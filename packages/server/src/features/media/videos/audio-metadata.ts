import { damagedVoice } from '../refusals.ts';
import { text, zeros, type Patch, type ReadAt } from './patches.ts';

/** Tags and chunks of one file; more are no recording. */
const MOST_PARTS = 10_000;
const [TAG_V1, TAG_V2] = [128, 10];

/**
 * Returns what empties the tags of an MP3: the frames of ID3v2 become its padding, and the fields
 * of ID3v1 and of APE at the end become zeros.
 */
export async function findMp3Patches(read: ReadAt, size: number): Promise<Patch[]> {
  const patches: Patch[] = [];
  let start = 0;
  for (let count = 0; count < MOST_PARTS; count += 1) {
    const head = await read(start, TAG_V2);
    if (head.length < TAG_V2 || head.toString('latin1', 0, 3) !== 'ID3') break;
    const length = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (head[at]! & 127), 0);
    const hasFooter = (head[5]! & 16) !== 0;
    const end = Math.min(size, start + TAG_V2 + length + (hasFooter ? TAG_V2 : 0));
    // The flags: without an extended header, everything behind the head is padding.
    patches.push(zeros(start + 5, start + 6), zeros(start + TAG_V2, end));
    start = end;
  }
  let end = size;
  if ((await read(Math.max(0, size - TAG_V1), 3)).toString('latin1') === 'TAG') {
    end = size - TAG_V1;
    patches.push(zeros(end + 3, size));
  }
  const foot = await read(Math.max(0, end - 32), 32);
  if (foot.length === 32 && foot.toString('latin1', 0, 8) === 'APETAGEX')
    patches.push(
      zeros(Math.max(start, end - foot.readUInt32LE(12)), end - 32),
      // The number of its items.
      zeros(end - 16, end - 12),
    );
  return patches;
}

/** The blocks of FLAC that hold what people write: an application's, comments, and pictures. */
const FLAC_TEXTS = [2, 4, 6];
const FLAC_PADDING = 1;
/** Returns what turns the comments and pictures of a FLAC into padding. Throws `bad_type`. */
export async function findFlacPatches(read: ReadAt, size: number): Promise<Patch[]> {
  const patches: Patch[] = [];
  for (let [start, count] = [4, 0]; start + 4 <= size; count += 1) {
    const head = await read(start, 4);
    if (head.length < 4 || count > MOST_PARTS) throw damagedVoice();
    const end = start + 4 + head.readUIntBE(1, 3);
    if (FLAC_TEXTS.includes(head[0]! & 127))
      patches.push(
        { from: start, to: start + 1, bytes: Buffer.of((head[0]! & 128) | FLAC_PADDING) },
        zeros(start + 4, Math.min(end, size)),
      );
    if ((head[0]! & 128) !== 0) break;
    start = end;
  }
  return patches;
}

/** The chunks of WAVE that a player needs. */
const WAV_KEPT = ['fmt ', 'data', 'fact'];
/** Returns what empties all other chunks of a WAVE. Throws `bad_type`. */
export async function findWavPatches(read: ReadAt, size: number): Promise<Patch[]> {
  const patches: Patch[] = [];
  for (let [start, count] = [12, 0]; start + 8 <= size; count += 1) {
    const head = await read(start, 8);
    if (head.length < 8 || count > MOST_PARTS) throw damagedVoice();
    const length = head.readUInt32LE(4);
    const end = Math.min(size, start + 8 + length);
    if (!WAV_KEPT.includes(head.toString('latin1', 0, 4)))
      patches.push(text(start, 'JUNK'), zeros(start + 8, end));
    start += 8 + length + (length % 2);
  }
  return patches;
}
