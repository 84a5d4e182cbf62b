import { damagedVideo } from '../refusals.ts';
import { MOST_PATCHES } from './metadata.ts';
import { zeros, type Patch, type ReadAt } from './patches.ts';

/** Element ids of WebM and Matroska (RFC 9559). */
const ID = {
  segment: 0x18538067,
  info: 0x1549a966,
  date: 0x4461,
  title: 0x7ba9,
  tracks: 0x1654ae6b,
  track: 0xae,
  number: 0xd7,
  type: 0x83,
  cluster: 0x1f43b675,
  block: 0xa3,
  group: 0xa0,
  groupBlock: 0xa1,
  tags: 0x1254c367,
  attachments: 0x1941a469,
  chapters: 0x1043a770,
} as const;
const ENTERED: ReadonlySet<number> = new Set([ID.segment, ID.info, ID.tracks, ID.cluster]);
const ERASED: ReadonlySet<number> = new Set([
  ID.date,
  ID.title,
  ID.tags,
  ID.attachments,
  ID.chapters,
]);
const VOID = 0xec;
/** Video and sound. */
const KEPT_TYPES = [1, 2];
/** Frames of two hours of video and sound. */
const MOST_ELEMENTS = 600_000;

type Element = { id: number; start: number; body: number; end: number };

/**
 * Returns what turns tags, attachments, chapters, title, date and all tracks but the first of video
 * and of sound into elements that players skip. Throws `bad_type`.
 */
export async function findWebmPatches(read: ReadAt, size: number): Promise<Patch[]> {
  const patches: Patch[] = [];
  const tracks = { kept: new Set<number>(), types: new Set<number>() };
  let position = 0;
  for (let count = 0; position < size; count += 1) {
    const element = await readElement(read, position, size);
    if (element === null) break;
    if (count > MOST_ELEMENTS || patches.length > 2 * MOST_PATCHES) throw damagedVideo();
    position = ENTERED.has(element.id) ? element.body : element.end;
    const isGone =
      ERASED.has(element.id) ||
      (element.id === ID.track && !(await isKeptTrack(read, element, tracks))) ||
      ([ID.block, ID.group].includes(element.id as never) &&
        !tracks.kept.has(await trackOfBlock(read, element)));
    if (isGone) patches.push(...asVoid(element));
  }
  return [...patches, zeros(Math.min(position, size), size)];
}

/** Returns the element at a position; null if there is none. One without a length has no end. */
async function readElement(read: ReadAt, start: number, limit: number): Promise<Element | null> {
  const head = await read(start, Math.min(12, limit - start));
  const [idLength, lengthAt] = [lengthOf(head, 0, 4), lengthOf(head, 0, 4)];
  if (idLength === null || lengthAt === null) return null;
  const width = lengthOf(head, lengthAt, 8);
  if (width === null) return null;
  const length = numberOf(head, lengthAt, width);
  const body = start + lengthAt + width;
  const isUnknown = length === 2 ** (7 * width) - 1;
  return {
    id: head.readUIntBE(0, idLength),
    start,
    body,
    end: isUnknown ? limit : Math.min(limit, body + length),
  };
}
/** Returns how many bytes a number has, by the zeros before its first bit; null if it has more. */
function lengthOf(bytes: Buffer, at: number, most: number): number | null {
  const length = at < bytes.length ? Math.clz32(bytes[at]!) - 23 : most + 1;
  return length > most || at + length > bytes.length ? null : length;
}
function numberOf(bytes: Buffer, at: number, width: number): number {
  let value = bytes[at]! & (2 ** (8 - width) - 1);
  for (let index = 1; index < width; index += 1) value = value * 256 + bytes[at + index]!;
  return value;
}

async function isKeptTrack(
  read: ReadAt,
  { body, end }: Element,
  { kept, types }: { kept: Set<number>; types: Set<number> },
): Promise<boolean> {
  let [number, type] = [0, 0];
  for (let position = body; position < end;) {
    const inner = await readElement(read, position, end);
    if (inner === null) break;
    const bytes = await read(inner.body, Math.min(6, inner.end - inner.body));
    const value = bytes.length === 0 ? 0 : bytes.readUIntBE(0, bytes.length);
    if (inner.id === ID.number) number = value;
    if (inner.id === ID.type) type = value;
    position = inner.end;
  }
  if (!KEPT_TYPES.includes(type) || types.has(type)) return false;
  types.add(type);
  kept.add(number);
  return true;
}

/** Returns the number of the track that a block, or a group with one, belongs to; 0 is none. */
async function trackOfBlock(read: ReadAt, element: Element): Promise<number> {
  if (element.id === ID.group) {
    for (let position = element.body; position < element.end;) {
      const inner = await readElement(read, position, element.end);
      if (inner === null) return 0;
      if (inner.id === ID.groupBlock) return trackOfBlock(read, inner);
      position = inner.end;
    }
    return 0;
  }
  const head = await read(element.body, 8);
  const width = lengthOf(head, 0, 8);
  return width === null ? 0 : numberOf(head, 0, width);
}

/** An element of no meaning takes the place, with its length in as many bytes as fit. */
function asVoid({ start, end }: Element): Patch[] {
  const width = Math.min(8, end - start - 1);
  const head = Buffer.alloc(1 + width);
  head[0] = VOID;
  let length = end - start - 1 - width;
  for (let at = width; at >= 1; at -= 1) {
    head[at] = length % 256;
    length = Math.floor(length / 256);
  }
  head[1]! |= 2 ** (8 - width);
  return [{ from: start, to: start + head.length, bytes: head }, zeros(start + head.length, end)];
}
