import type { FileHandle } from 'node:fs/promises';

/** What replaces the bytes of a file from `from` up to, not including, `to`: null is zeros. */
export type Patch = { from: number; to: number; bytes: Uint8Array | null };
/** Bytes of a file from a position on; fewer at its end. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;

const ZEROS = Buffer.alloc(64 * 1024);

/** Bytes. Heads of parts lie close together: one read of the disk gets many. */
const WINDOW = 64 * 1024;
/** Returns a function that reads an open file, ahead of what it is asked for. */
export function readerOf(file: FileHandle): ReadAt {
  let [start, window] = [0, Buffer.alloc(0)];
  return async (position, length) => {
    if (position < start || position + length > start + window.length) {
      const bytes = Buffer.alloc(Math.max(length, WINDOW));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
      [start, window] = [position, bytes.subarray(0, bytesRead)];
    }
    return window.subarray(position - start, position - start + length);
  };
}

export const zeros = (from: number, to: number): Patch => ({ from, to, bytes: null });
export const text = (from: number, word: string): Patch => ({
  from,
  to: from + word.length,
  bytes: Buffer.from(word, 'latin1'),
});

/** Applies patches to bytes that begin at a position of the file, in place. */
export function applyPatches(patches: readonly Patch[], bytes: Buffer, position: number): void {
  const end = position + bytes.length;
  for (let index = firstBehind(patches, position); index < patches.length; index += 1) {
    const { from, to, bytes: put } = patches[index]!;
    if (from >= end) break;
    const [start, stop] = [Math.max(from, position), Math.min(to, end)];
    if (start >= stop) continue;
    if (put === null) bytes.fill(0, start - position, stop - position);
    else bytes.set(put.subarray(start - from, stop - from), start - position);
  }
}

/** Returns the index of the first patch that ends behind a position. They are sorted and apart. */
function firstBehind(patches: readonly Patch[], position: number): number {
  let [low, high] = [0, patches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (patches[middle]!.to <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Sorts patches, and cuts off what an earlier one covers already: a crafted file may name a place
 * twice.
 */
export function inOrder(patches: readonly Patch[]): Patch[] {
  const sorted: Patch[] = [];
  let end = 0;
  for (const patch of patches.toSorted((one, other) => one.from - other.from)) {
    const from = Math.max(end, patch.from);
    if (from >= patch.to) continue;
    const bytes = patch.bytes?.subarray(from - patch.from) ?? null;
    sorted.push({ from, to: patch.to, bytes });
    end = patch.to;
  }
  return sorted;
}

/** Bytes. A larger patch is kept without looking. */
const COMPARED = 4096;
/** Returns the patches that change something. */
export async function onlyChanges(read: ReadAt, patches: readonly Patch[]): Promise<Patch[]> {
  const changes: Patch[] = [];
  for (const patch of patches) {
    const { from, to, bytes } = patch;
    const now = to - from <= COMPARED ? await read(from, to - from) : null;
    if (now === null || !now.equals(bytes ?? ZEROS.subarray(0, to - from))) changes.push(patch);
  }
  return changes;
}

/** Writes patches into a file. */
export async function writePatches(file: FileHandle, patches: readonly Patch[]): Promise<void> {
  for (const { from, to, bytes } of patches) {
    if (bytes !== null) await file.write(bytes, 0, bytes.length, from);
    else
      for (let position = from; position < to; position += ZEROS.length)
        await file.write(ZEROS, 0, Math.min(ZEROS.length, to - position), position);
  }
}
