import type { FileHandle } from 'node:fs/promises';
import { ApkRefused, readAt, readerOf } from './apk-bytes.ts';

/**
 * The positions of the parts of an APK: its entries end where the signing block begins, or at the
 * directory if there is none.
 */
export type Layout = {
  entriesEnd: number;
  directory: number;
  end: number;
  size: number;
  blocks: ReadonlyMap<number, Buffer>;
};

const END_MAGIC = 0x06054b50;
const END_BYTES = 22;
const MOST_COMMENT = 0xffff;
const BLOCK_MAGIC = 'APK Sig Block 42';
/** A size (8 bytes) and the magic (16 bytes). */
const BLOCK_FOOTER = 24;
const MOST_BLOCK = 16 * 1024 * 1024;

/**
 * Finds the end of a zip, its directory and, before that, the signing block. Throws `bad_apk` for
 * anything but a plain zip, `broken_signature` for a truncated block.
 */
export async function findLayout(handle: FileHandle): Promise<Layout> {
  const { size } = await handle.stat();
  if (size < END_BYTES) throw new ApkRefused('bad_apk');
  const tail = await readAt(
    handle,
    Math.max(0, size - END_BYTES - MOST_COMMENT),
    Math.min(size, END_BYTES + MOST_COMMENT),
  );
  let at = tail.length - END_BYTES;
  while (
    at >= 0 &&
    !(
      tail.readUInt32LE(at) === END_MAGIC &&
      at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length
    )
  )
    at -= 1;
  if (at < 0) throw new ApkRefused('bad_apk');
  const end = size - tail.length + at;
  const [directoryBytes, directory] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  // Files larger than four gigabytes store the sizes elsewhere; the system that installs these
  // files does not look there.
  if (directory + directoryBytes !== end) throw new ApkRefused('bad_apk');
  const found = await findBlocks(handle, directory);
  return {
    entriesEnd: found?.start ?? directory,
    directory,
    end,
    size,
    blocks: found?.blocks ?? new Map(),
  };
}

async function findBlocks(
  handle: FileHandle,
  directory: number,
): Promise<{ start: number; blocks: Map<number, Buffer> } | null> {
  if (directory < BLOCK_FOOTER + 8) return null;
  const footer = await readAt(handle, directory - BLOCK_FOOTER, BLOCK_FOOTER);
  if (footer.toString('latin1', 8) !== BLOCK_MAGIC) return null;
  const bytes = Number(footer.readBigUInt64LE());
  const start = directory - bytes - 8;
  if (bytes < BLOCK_FOOTER || bytes > MOST_BLOCK || start < 0)
    throw new ApkRefused('broken_signature');
  if ((await readAt(handle, start, 8)).readBigUInt64LE() !== footer.readBigUInt64LE())
    throw new ApkRefused('broken_signature');
  const reader = readerOf(await readAt(handle, start + 8, bytes - BLOCK_FOOTER));
  const blocks = new Map<number, Buffer>();
  while (reader.rest() > 0) {
    const length = reader.u64();
    const id = reader.u32();
    blocks.set(id, reader.part(length - 4));
  }
  return { start, blocks };
}
