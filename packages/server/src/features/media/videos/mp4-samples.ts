import type { Box, BoxReader } from './mp4-boxes.ts';

/** A range of bytes: the first, and the one behind the last. */
export type Range = readonly [from: number, to: number];
/** What `trex` says about a track's samples in fragments. */
type Defaults = ReadonlyMap<number, number>;

/** Reads fixed numbers of a table; a table that is cut off yields 0. */
const u32 = (bytes: Buffer, at: number): number =>
  at + 4 <= bytes.length ? bytes.readUInt32BE(at) : 0;
const find = (boxes: readonly Box[], type: string): Box | undefined =>
  boxes.find((box) => box.type === type);

/** Returns where a track's samples lie by its tables (`stbl`): one range per chunk. */
export async function readChunks(reader: BoxReader, stbl: Box): Promise<Range[]> {
  const boxes = await reader.inside(stbl.body, stbl.end);
  const read = async (type: string): Promise<Buffer> => {
    const box = find(boxes, type);
    return box === undefined ? Buffer.alloc(0) : reader.content(box);
  };
  const wide = await read('co64');
  const offsets = wide.length > 0 ? wide : await read('stco');
  const step = wide.length > 0 ? 8 : 4;
  const toChunk = await read('stsc');
  const sizeOf = sampleSizes(await read('stsz'), await read('stz2'));
  const count = Math.min(u32(offsets, 4), Math.floor((offsets.length - 8) / step));
  const entries = Math.min(u32(toChunk, 4), Math.floor((toChunk.length - 8) / 12));
  const ranges: Range[] = [];
  let [entry, sample] = [0, 0];
  for (let chunk = 1; chunk <= count; chunk += 1) {
    while (entry + 1 < entries && u32(toChunk, 8 + (entry + 1) * 12) <= chunk) entry += 1;
    const samples = u32(toChunk, 8 + entry * 12 + 4);
    const at = 8 + (chunk - 1) * step;
    const from = step === 8 ? Number(offsets.readBigUInt64BE(at)) : u32(offsets, at);
    const { bytes, isEnd } = sizeOf(sample, samples);
    sample += samples;
    ranges.push([from, from + bytes]);
    if (isEnd) break;
  }
  return ranges;
}

/** Returns a function that adds up the sizes of consecutive samples. */
function sampleSizes(stsz: Buffer, stz2: Buffer) {
  const fixed = u32(stsz, 4);
  const [table, bits] = stsz.length > 0 ? [stsz, 32] : [stz2, stz2[7] ?? 32];
  const most = u32(table, 8);
  const held = fixed > 0 ? most : Math.min(most, Math.floor(((table.length - 12) * 8) / bits));
  const sizeAt = (sample: number): number => {
    if (bits === 32) return u32(table, 12 + sample * 4);
    if (bits === 16) return table.readUInt16BE(12 + sample * 2);
    if (bits === 8) return table[12 + sample]!;
    return (table[12 + (sample >> 1)]! >> (sample % 2 === 0 ? 4 : 0)) & 15;
  };
  return (from: number, count: number): { bytes: number; isEnd: boolean } => {
    const to = Math.min(held, from + count);
    if (fixed > 0) return { bytes: Math.max(0, to - from) * fixed, isEnd: to >= held };
    let bytes = 0;
    for (let sample = from; sample < to; sample += 1) bytes += sizeAt(sample);
    return { bytes, isEnd: to >= held };
  };
}

/** Returns the default sample sizes of the tracks in fragments (`mvex`). */
export async function readDefaults(reader: BoxReader, mvex: Box): Promise<Defaults> {
  const sizes = new Map<number, number>();
  for (const box of await reader.inside(mvex.body, mvex.end))
    if (box.type === 'trex') {
      const trex = await reader.content(box);
      sizes.set(u32(trex, 4), u32(trex, 16));
    }
  return sizes;
}

/** One track's part of a fragment: its box, its track, and where its samples lie. */
export type Fragment = { box: Box; track: number; ranges: Range[] };

/** Returns the parts of a movie fragment (`moof`). */
export async function readFragments(
  reader: BoxReader,
  moof: Box,
  defaults: Defaults,
): Promise<Fragment[]> {
  const fragments: Fragment[] = [];
  let behind = moof.start;
  for (const box of await reader.inside(moof.body, moof.end)) {
    if (box.type !== 'traf') continue;
    const boxes = await reader.inside(box.body, box.end);
    const header = find(boxes, 'tfhd');
    if (header === undefined) continue;
    const { track, base, size } = readHeader(await reader.content(header), moof, behind);
    const ranges: Range[] = [];
    let position = base;
    for (const run of boxes)
      if (run.type === 'trun') {
        const range = readRun(await reader.content(run), {
          base,
          position,
          size: size ?? defaults.get(track) ?? 0,
        });
        ranges.push(range);
        position = range[1];
      }
    behind = position;
    fragments.push({ box, track, ranges });
  }
  return fragments;
}

/** Flags of `tfhd` and `trun`. */
const TFHD = { base: 0x1, description: 0x2, duration: 0x8, size: 0x10, fromMoof: 0x020000 };
const TRUN = { offset: 0x1, first: 0x4, duration: 0x100, size: 0x200, flags: 0x400, shift: 0x800 };

function readHeader(tfhd: Buffer, moof: Box, behind: number) {
  const flags = u32(tfhd, 0) & 0xffffff;
  let at = 8;
  let base = (flags & TFHD.fromMoof) === 0 ? behind : moof.start;
  if ((flags & TFHD.base) !== 0) {
    base = tfhd.length >= 16 ? Number(tfhd.readBigUInt64BE(8)) : base;
    at += 8;
  }
  for (const flag of [TFHD.description, TFHD.duration]) if ((flags & flag) !== 0) at += 4;
  const size = (flags & TFHD.size) === 0 ? null : u32(tfhd, at);
  return { track: u32(tfhd, 4), base, size };
}

function readRun(
  trun: Buffer,
  { base, position, size }: { base: number; position: number; size: number },
): Range {
  const flags = u32(trun, 0) & 0xffffff;
  const count = u32(trun, 4);
  let at = 8;
  let from = position;
  if ((flags & TRUN.offset) !== 0) {
    from = trun.length >= at + 4 ? base + trun.readInt32BE(at) : base;
    at += 4;
  }
  if ((flags & TRUN.first) !== 0) at += 4;
  if ((flags & TRUN.size) === 0) return [from, from + count * size];
  const fields = [TRUN.duration, TRUN.size, TRUN.flags, TRUN.shift].filter(
    (flag) => (flags & flag) !== 0,
  );
  const step = fields.length * 4;
  const shift = (flags & TRUN.duration) === 0 ? 0 : 4;
  let bytes = 0;
  for (let sample = 0; sample < count && at + step <= trun.length; sample += 1, at += step)
    bytes += u32(trun, at + shift);
  return [from, from + bytes];
}
