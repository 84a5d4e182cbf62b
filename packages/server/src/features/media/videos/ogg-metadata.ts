import { damagedVoice } from '../refusals.ts';
import type { Patch, ReadAt } from './patches.ts';

/** The comments of a file with a cover take some megabytes. */
const [MOST_BYTES, MOST_PAGES] = [16 * 1024 * 1024, 2_000];
const PAGE_HEAD = 27;
/** What the comments of Vorbis, Opus and Theora begin with. */
const COMMENTS = ['\x03vorbis', 'OpusTags', '\x81theora'];
const SPACE = 0x20;

/** A page of the file (RFC 3533): where it begins, its bytes, and where its data begins in them. */
type Page = { from: number; bytes: Buffer; data: number; serial: number };

/**
 * Returns what blanks the comments of an Ogg: each becomes `A=` and spaces, and the checksums of
 * its pages are computed again. Throws `bad_type`.
 */
export async function findOggPatches(read: ReadAt, size: number): Promise<Patch[]> {
  const pages = await readPages(read, size);
  const changed = new Set<Page>();
  for (const serial of new Set(pages.map((page) => page.serial))) {
    const own = pages.filter((page) => page.serial === serial);
    for (const packet of packetsOf(own)) {
      const bytes = Buffer.concat(
        packet.map(({ page, at, length }) => page.bytes.subarray(at, at + length)),
      );
      const name = COMMENTS.find((word) => bytes.toString('latin1', 0, word.length) === word);
      if (name === undefined || !blank(bytes, name.length)) continue;
      let done = 0;
      for (const { page, at, length } of packet) {
        bytes.copy(page.bytes, at, done, done + length);
        done += length;
        changed.add(page);
      }
    }
  }
  return [...changed].map((page) => {
    page.bytes.writeUInt32LE(0, 22);
    page.bytes.writeUInt32LE(checksum(page.bytes), 22);
    return { from: page.from, to: page.from + page.bytes.length, bytes: page.bytes };
  });
}

/** Reads the pages of the headers: up to the first page with sound or pictures. */
async function readPages(read: ReadAt, size: number): Promise<Page[]> {
  const pages: Page[] = [];
  let total = 0;
  for (let from = 0; from < size && pages.length < MOST_PAGES && total < MOST_BYTES;) {
    const head = await read(from, PAGE_HEAD + 255);
    if (head.length < PAGE_HEAD || head.toString('latin1', 0, 4) !== 'OggS') break;
    // Headers have the position 0, or none if no packet ends on the page.
    const position = head.readBigInt64LE(6);
    if (position > 0n) return pages;
    const data = PAGE_HEAD + head[26]!;
    const length = head.subarray(PAGE_HEAD, data).reduce((sum, one) => sum + one, 0);
    const bytes = await read(from, data + length);
    if (bytes.length < data + length) throw damagedVoice();
    pages.push({ from, bytes, data, serial: head.readUInt32LE(14) });
    from += bytes.length;
    total += bytes.length;
  }
  if (pages.length === MOST_PAGES || total >= MOST_BYTES) throw damagedVoice();
  return pages;
}

type Part = { page: Page; at: number; length: number };
/** Returns the packets of one stream, each as its parts on consecutive pages. */
function packetsOf(pages: readonly Page[]): Part[][] {
  const packets: Part[][] = [];
  let open: Part[] = [];
  for (const page of pages) {
    let [at, length] = [page.data, 0];
    for (const lace of page.bytes.subarray(PAGE_HEAD, page.data)) {
      length += lace;
      if (lace === 255) continue;
      packets.push([...open, { page, at, length }]);
      open = [];
      at += length;
      length = 0;
    }
    if (length > 0) open.push({ page, at, length });
  }
  return packets;
}

/** Blanks the program's name and all comments of a packet; returns false if it is no such list. */
function blank(bytes: Buffer, start: number): boolean {
  const next = (at: number): number | null => {
    if (at + 4 > bytes.length) return null;
    const end = at + 4 + bytes.readUInt32LE(at);
    return end <= bytes.length ? end : null;
  };
  let at = next(start);
  if (at === null || at + 4 > bytes.length) return false;
  bytes.fill(SPACE, start + 4, at);
  const count = bytes.readUInt32LE(at);
  at += 4;
  for (let index = 0; index < count; index += 1) {
    const end = next(at);
    if (end === null) return false;
    bytes.fill(SPACE, at + 4, end);
    bytes.write('A='.slice(0, end - at - 4), at + 4, 'latin1');
    at = end;
  }
  return true;
}

/** CRC-32 as in Ogg: not reflected, from 0. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit += 1)
    sum = (sum & 0x80000000) === 0 ? sum << 1 : (sum << 1) ^ 0x04c11db7;
  return sum >>> 0;
});
function checksum(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) ^ TABLE[((sum >>> 24) ^ byte) & 255]!) >>> 0;
  return sum;
}
