import { open, type FileHandle } from 'node:fs/promises';
import { appError } from '@respa/contract/app-errors';

type Box = { type: string; start: number; body: number; end: number };

/**
 * A fragmented recording of hours has some ten thousand boxes. The limit keeps a file made of
 * nothing but box headers from occupying the disk for hours.
 */
const MOST_BOXES = 100_000;
const ZEROS = Buffer.alloc(64 * 1024);
/**
 * Boxes in which phones and cameras write location, owner and device: at the top level, in `moov`
 * and in each `trak`.
 */
const METADATA_BOXES = new Set(['udta', 'meta', 'uuid']);

/**
 * Erases in place everything an MP4 holds besides video and audio: the boxes become `free` and
 * their content zeros, so that nothing moves and every player still finds its frames. Throws
 * `bad_type` (malformed box sizes).
 */
export async function eraseMp4Metadata(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    await walk(file, 0, size, 0, { boxes: MOST_BOXES });
  } finally {
    await file.close();
  }
}

/** Throws `bad_type` if the boxes of an MP4 do not fit into the file, i.e. the file was cut off. */
export async function assertWhole(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    let boxes = MOST_BOXES;
    for (let position = 0; position < size; position = (await readHead(file, position, size)).end) {
      boxes -= 1;
      if (boxes < 0) throw appError('bad_type');
    }
  } finally {
    await file.close();
  }
}

async function walk(
  file: FileHandle,
  from: number,
  to: number,
  depth: number,
  left: { boxes: number },
): Promise<void> {
  for (let position = from; position < to;) {
    left.boxes -= 1;
    if (left.boxes < 0) throw appError('bad_type');
    const box = await readHead(file, position, to);
    // In a track, `uuid` may describe the projection of spherical video; it holds no location.
    if (METADATA_BOXES.has(box.type) && !(box.type === 'uuid' && depth === 2))
      await erase(file, box);
    else if ((depth === 0 && box.type === 'moov') || (depth === 1 && box.type === 'trak'))
      await walk(file, box.body, box.end, depth + 1, left);
    position = box.end;
  }
}

async function readHead(file: FileHandle, start: number, limit: number): Promise<Box> {
  const head = Buffer.alloc(16);
  const { bytesRead } = await file.read(head, 0, 16, start);
  if (bytesRead < 8) throw appError('bad_type');
  const short = head.readUInt32BE(0);
  const long = short === 1;
  if (long && bytesRead < 16) throw appError('bad_type');
  const size = long ? Number(head.readBigUInt64BE(8)) : short === 0 ? limit - start : short;
  const body = start + (long ? 16 : 8);
  const end = start + size;
  if (end < body || end > limit) throw appError('bad_type');
  return { type: head.toString('latin1', 4, 8), start, body, end };
}

async function erase(file: FileHandle, { start, body, end }: Box): Promise<void> {
  await file.write(Buffer.from('free', 'latin1'), 0, 4, start + 4);
  for (let position = body; position < end; position += ZEROS.length)
    await file.write(ZEROS, 0, Math.min(ZEROS.length, end - position), position);
}
