import type { FileHandle } from 'node:fs/promises';
import { cutVideo, damagedVideo } from '../refusals.ts';

/** A box of an MP4 (ISO/IEC 14496-12): byte positions in the file. */
export type Box = { type: string; start: number; body: number; end: number };

/**
 * A fragmented recording of hours has some ten thousand boxes. The limit keeps a file made of
 * nothing but box headers from occupying the disk for hours.
 */
const MOST_BOXES = 200_000;
/** Bytes. The sample table of a twelve-hour recording takes a tenth of it. */
const MOST_TABLE_BYTES = 64 * 1024 * 1024;
/** Types are printable; QuickTime's own begin with ©. */
const TYPE = /^[\u0020-\u007e\u00a9]{4}$/;

/** Reads the boxes of one MP4, of which there is a limited number. */
export type BoxReader = {
  /** Returns the box at a position, or null if none fits between it and `limit`. */
  at(start: number, limit: number): Promise<Box | null>;
  /** Returns the boxes inside a range. Throws `bad_type` if one does not fit. */
  inside(from: number, to: number): Promise<Box[]>;
  /** Returns the content of a box. Throws `bad_type` if it is larger than any table. */
  content(box: Box): Promise<Buffer>;
};

export function makeBoxReader(file: FileHandle): BoxReader {
  let left = MOST_BOXES;
  const head = Buffer.alloc(16);
  const at = async (start: number, limit: number): Promise<Box | null> => {
    left -= 1;
    if (left < 0) throw damagedVideo();
    const { bytesRead } = await file.read(head, 0, 16, start);
    if (bytesRead < 8 || start + 8 > limit) return null;
    const short = head.readUInt32BE(0);
    const isLong = short === 1;
    if (isLong && bytesRead < 16) return null;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? limit - start : short;
    const [type, body, end] = [
      head.toString('latin1', 4, 8),
      start + (isLong ? 16 : 8),
      start + size,
    ];
    return end < body || !TYPE.test(type) ? null : { type, start, body, end };
  };
  return {
    at,
    async inside(from, to) {
      const boxes: Box[] = [];
      for (let position = from; position + 8 <= to; position = boxes.at(-1)!.end) {
        const box = await at(position, to);
        // QuickTime ends some lists with four zero bytes or a box of size 0.
        if (box === null || box.end > to) throw damagedVideo();
        boxes.push(box);
      }
      return boxes;
    },
    async content({ body, end }) {
      if (end - body > MOST_TABLE_BYTES) throw damagedVideo();
      const bytes = Buffer.alloc(end - body);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, body);
      if (bytesRead < bytes.length) throw damagedVideo();
      return bytes;
    },
  };
}

/**
 * Returns the top-level boxes that fit into the file; whatever follows them is ignored, as players
 * do. Throws `bad_type` if the file ends inside `moov` or `mdat`, or has no `moov`.
 */
export async function readTopBoxes(reader: BoxReader, size: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let position = 0; position < size; position = boxes.at(-1)!.end) {
    const box = await reader.at(position, size);
    if (box !== null && box.end > size && (box.type === 'moov' || box.type === 'mdat'))
      throw cutVideo();
    if (box === null || box.end > size) break;
    boxes.push(box);
  }
  if (!boxes.some(({ type }) => type === 'moov')) throw cutVideo();
  return boxes;
}
