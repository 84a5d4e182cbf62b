import { open, type FileHandle } from 'node:fs/promises';
import { makeBoxReader, readTopBoxes, type Box, type BoxReader } from './mp4-boxes.ts';
import { text, zeros, type Patch } from './patches.ts';
import { readChunks, readDefaults, readFragments, type Range } from './mp4-samples.ts';

/** What stays at the top level, in `moov` and in a kept track; a player needs nothing else. */
const KEPT = {
  top: new Set(['ftyp', 'styp', 'moov', 'moof', 'mdat', 'mfra', 'sidx', 'ssix', 'pdin']),
  moov: new Set(['mvhd', 'iods', 'trak', 'mvex']),
  // `uuid` of a track describes the projection of spherical video; it holds no location.
  trak: new Set(['tkhd', 'tref', 'edts', 'mdia', 'tapt', 'load', 'clip', 'uuid']),
} as const;
/** Throws `bad_type` if an MP4 ends inside its tables or its frames, i.e. the file was cut off. */
export async function assertWhole(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await readTopBoxes(makeBoxReader(file), (await file.stat()).size);
  } finally {
    await file.close();
  }
}

/**
 * Returns what to write over an MP4 so that it holds only its first video and its first audio
 * track, without a place and a time of recording: further tracks with their samples go (cameras
 * record their position in one), and owner, device and the bytes after the last box. What is erased
 * becomes `free` boxes and zeros, so that nothing moves and every player still finds its frames.
 * Throws `bad_type` (cut off or damaged).
 */
export async function findMp4Patches(file: FileHandle): Promise<Patch[]> {
  const { size } = await file.stat();
  const reader = makeBoxReader(file);
  const boxes = await readTopBoxes(reader, size);
  const kept = await findKept(reader, boxes);
  return [
    ...kept.erased.flatMap(erase),
    ...(await Promise.all(kept.headers.map((box) => withoutTimes(reader, box)))),
    ...boxes
      .filter(({ type }) => type === 'mdat')
      .flatMap((box) => gaps(kept.ranges, box).map(([from, to]) => zeros(from, to))),
    ...eraseRest(boxes.at(-1)!.end, size),
  ];
}

type Kept = { erased: Box[]; headers: Box[]; ranges: Range[] };

/** Returns the boxes to erase, the headers with times, and the ranges of all samples that stay. */
async function findKept(reader: BoxReader, boxes: readonly Box[]): Promise<Kept> {
  const erased = boxes.filter(({ type }) => !KEPT.top.has(type));
  const headers: Box[] = [];
  const ranges: Range[] = [];
  const tracks = new Set<number>();
  let defaults: ReadonlyMap<number, number> = new Map();
  const handlers = new Set<string>();
  for (const moov of boxes.filter(({ type }) => type === 'moov')) {
    for (const box of await reader.inside(moov.body, moov.end)) {
      if (!KEPT.moov.has(box.type)) erased.push(box);
      if (box.type === 'mvhd') headers.push(box);
      if (box.type === 'mvex') defaults = await readDefaults(reader, box);
      if (box.type !== 'trak') continue;
      const track = await readTrack(reader, box);
      const isKept = ['vide', 'soun'].includes(track.handler) && !handlers.has(track.handler);
      handlers.add(track.handler);
      if (!isKept) erased.push(box);
      else {
        tracks.add(track.id);
        headers.push(...track.headers);
        erased.push(...track.boxes.filter(({ type }) => !KEPT.trak.has(type)));
        if (track.stbl !== undefined) append(ranges, await readChunks(reader, track.stbl));
      }
    }
  }
  for (const moof of boxes.filter(({ type }) => type === 'moof'))
    for (const fragment of await readFragments(reader, moof, defaults))
      if (tracks.has(fragment.track)) append(ranges, fragment.ranges);
      else erased.push(fragment.box);
  return { erased, headers, ranges: ranges.sort(([one], [other]) => one - other) };
}
/** Appends in a loop: the arguments of `push` are limited. */
function append(all: Range[], more: readonly Range[]): void {
  for (const range of more) all.push(range);
}

async function readTrack(reader: BoxReader, trak: Box) {
  const boxes = await reader.inside(trak.body, trak.end);
  const tkhd = boxes.find(({ type }) => type === 'tkhd');
  const header = tkhd === undefined ? Buffer.alloc(0) : await reader.content(tkhd);
  const at = header[0] === 1 ? 20 : 12;
  const down = async (from: readonly Box[], type: string): Promise<Box[]> => {
    const box = from.find((one) => one.type === type);
    return box === undefined ? [] : reader.inside(box.body, box.end);
  };
  const mdia = await down(boxes, 'mdia');
  const mdhd = mdia.find(({ type }) => type === 'mdhd');
  const hdlr = mdia.find(({ type }) => type === 'hdlr');
  const stbl = (await down(mdia, 'minf')).find(({ type }) => type === 'stbl');
  return {
    boxes,
    headers: [tkhd, mdhd].filter((box) => box !== undefined),
    id: header.length >= at + 4 ? header.readUInt32BE(at) : 0,
    handler: hdlr === undefined ? '' : (await reader.content(hdlr)).toString('latin1', 8, 12),
    stbl,
  };
}

/** Returns the parts of a box that belong to none of the ranges, which are sorted. */
function gaps(ranges: readonly Range[], { body, end }: Box): Range[] {
  const found: Range[] = [];
  let position = body;
  for (const [from, to] of ranges) {
    if (to <= position) continue;
    if (from >= end) break;
    if (from > position) found.push([position, from]);
    position = Math.max(position, to);
  }
  if (position < end) found.push([position, end]);
  return found;
}

/** Zeros the times of creation and of modification, with which each of these headers begins. */
async function withoutTimes(reader: BoxReader, box: Box): Promise<Patch> {
  const { body, end } = box;
  const isWide = (await reader.content(box))[0] === 1;
  return zeros(Math.min(body + 4, end), Math.min(body + (isWide ? 20 : 12), end));
}

/** Erases the bytes behind the last box, as one more box if they have room for its head. */
function eraseRest(from: number, to: number): Patch[] {
  const rest = to - from;
  if (rest < 8 || rest > 0xffffffff) return [zeros(from, to)];
  const head = Buffer.from('\0\0\0\0free', 'latin1');
  head.writeUInt32BE(rest);
  return [{ from, to: from + 8, bytes: head }, zeros(from + 8, to)];
}
const erase = ({ start, body, end }: Box): Patch[] => [text(start + 4, 'free'), zeros(body, end)];
