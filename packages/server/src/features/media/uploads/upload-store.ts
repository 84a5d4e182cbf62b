import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { reserveReached } from '#platform/storage/free-space.ts';

/** Bytes per upload that wait in memory for the disk. */
const WRITE_BYTES = 1024 * 1024;
/**
 * Uploads that are hashed while they arrive. A hash takes little memory, but hashes of abandoned
 * uploads must be dropped at some point.
 */
const MOST_HASHES = 2_000;

type Running = { hash: Hash; bytes: number };
/**
 * Hashes of uploads that this process has seen from the first byte; other uploads are hashed when
 * they are taken.
 */
export type RunningHashes = {
  /**
   * Returns the hash to continue from an offset; null if this process has not seen all bytes before
   * it.
   */
  at(id: string, offset: number): Running | null;
  /** Returns the hash of a whole upload; undefined if this process has not seen all of it. */
  take(id: string, bytes: number): Buffer | undefined;
};
export function makeRunningHashes(): RunningHashes {
  const running = new Map<string, Running>();
  return {
    at(id, offset) {
      const known = running.get(id);
      if (known?.bytes === offset) return known;
      running.delete(id);
      if (offset > 0) return null;
      const begun = { hash: createHash('sha256'), bytes: 0 };
      running.set(id, begun);
      for (const oldest of running.keys()) {
        if (running.size <= MOST_HASHES) break;
        running.delete(oldest);
      }
      return begun;
    },
    take(id, bytes) {
      const known = running.get(id);
      // Digest a copy: an upload that finds no free space is returned and may be taken again.
      return known?.bytes === bytes ? known.hash.copy().digest() : undefined;
    },
  };
}

/** Bytes by which the kind of a file can be told. */
const HEAD_BYTES = 4096;

type UploadChecks = { checkHead: (id: string) => Promise<void>; isDiskSpent: () => boolean };

/**
 * The file store of the tus protocol, extended to hash what it writes and to check the beginning of
 * each upload as soon as it is there; `checkHead` throws the reason why the rest is not wanted.
 * Throws `no_space` when the reserve of the disk is spent.
 */
export class HashingStore extends FileStore {
  readonly #hashes: RunningHashes;
  readonly #checks: UploadChecks;
  constructor(
    options: ConstructorParameters<typeof FileStore>[0],
    hashes: RunningHashes,
    checks: UploadChecks,
  ) {
    super(options);
    this.#hashes = hashes;
    this.#checks = checks;
  }
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const running = this.#hashes.at(id, offset);
    const file = createWriteStream(join(this.directory, id), {
      flags: 'r+',
      start: offset,
      highWaterMark: WRITE_BYTES,
    });
    let bytes = 0;
    readable.on('data', (chunk: Buffer) => {
      if (this.#checks.isDiskSpent()) readable.destroy(reserveReached());
      bytes += chunk.length;
      if (running === null) return;
      running.hash.update(chunk);
      running.bytes += chunk.length;
    });
    await pipeline(readable, file);
    if (offset < HEAD_BYTES && offset + bytes >= HEAD_BYTES) await this.#checks.checkHead(id);
    return offset + bytes;
  }
}
