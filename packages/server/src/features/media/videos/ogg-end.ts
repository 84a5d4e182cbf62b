import { open } from 'node:fs/promises';

const MARK = 'OggS';
const PAGE_HEAD = 27;
/** Bytes: the largest page (RFC 3533) twice. */
const TAIL_BYTES = 2 * 65_307;

/**
 * Cuts the last page of an Ogg off in place if the file ends inside it, as players ignore it: a
 * recording that was interrupted. Returns whether it did.
 */
export async function dropCutPage(path: string): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - TAIL_BYTES);
    const tail = Buffer.alloc(size - start);
    await file.read(tail, 0, tail.length, start);
    const at = tail.lastIndexOf(MARK, undefined, 'latin1');
    if (at === -1 || start + at === 0) return false;
    const segments = tail[at + PAGE_HEAD - 1] ?? 255;
    const lengths = tail.subarray(at + PAGE_HEAD, at + PAGE_HEAD + segments);
    const end = at + PAGE_HEAD + segments + lengths.reduce((sum, one) => sum + one, 0);
    if (lengths.length === segments && end <= tail.length) return false;
    await file.truncate(start + at);
    return true;
  } finally {
    await file.close();
  }
}
