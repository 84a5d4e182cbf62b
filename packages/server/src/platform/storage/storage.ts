import { open, opendir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { nowMs } from '#platform/runtime/clock.ts';
import {
  absentAsNull,
  addPath,
  asFullDisk,
  flush,
  HALF,
  makeFolder,
  move,
  syncFolder,
} from './disk-files.ts';
import { makeOpenFiles } from './open-files.ts';
import { OWN_MODES, type FileModes } from './private-files.ts';
import { findKey, isFolder, keyToWrite, pathOf } from './stored-keys.ts';

export interface StoredStat {
  bytes: number;
  /** When it was stored. */
  changedAt: Date;
}

export interface StoredBody extends StoredStat {
  /** The bytes of the range. The caller who opened it reads it to the end or destroys it. */
  body: Readable;
}

/**
 * How a store responds to a request with a signed URL: `type` is a media type, `saveAs` the whole
 * header with the name to save it under.
 */
export type SignedAnswer = { seconds: number; type: string; saveAs?: string; caching: string };

/**
 * The file store does not answer, or not as it should; the operation may succeed later. Users get
 * `unavailable`.
 */
export class StoreAway extends Error {}

/**
 * The bytes of uploads: in a folder (`createDiskStorage`) or in a bucket (`createS3Storage`).
 * An invalid stored name is a bug of the caller when writing, and simply a missing object when
 * reading.
 */
export interface Storage {
  /**
   * Moves in the file at `fromPath`: it is gone from there when the promise resolves, and the
   * stored file survives a power cut.
   * An object of the same name is replaced atomically. Throws `no_space`.
   */
  put(folder: string, name: string, fromPath: string): Promise<void>;
  /**
   * Gives a stored object a second name with its own lifetime; returns false if it does not exist.
   * Throws `no_space`.
   */
  copy(folder: string, name: string, as: string): Promise<boolean>;
  /**
   * Makes a stored object available at a path, for a program that reads files; the caller removes
   * it there and must not write to it. Returns false if it does not exist. Throws `no_space`.
   */
  lend(folder: string, name: string, toPath: string): Promise<boolean>;
  /**
   * `range` is in bytes, both ends inclusive, and must lie inside the file; `bytes` is always the
   * size of the whole file.
   */
  open(
    folder: string,
    name: string,
    range?: { start: number; end: number },
  ): Promise<StoredBody | null>;
  /**
   * Fills a buffer with the bytes from `start` on; `body` is the part of the buffer that was
   * filled.
   */
  read(
    folder: string,
    name: string,
    start: number,
    into: Buffer,
  ): Promise<(StoredStat & { body: Buffer }) | null>;
  stat(folder: string, name: string): Promise<StoredStat | null>;
  /** Returns the path of an object below the root, for a proxy that sends it itself. */
  pathOf(folder: string, name: string): string;
  /** Removing a missing object is no error. */
  remove(folder: string, name: string): Promise<void>;
  /** Lists everything in a folder, in no particular order. */
  list(folder: string): AsyncIterable<StoredStat & { name: string }>;
  /**
   * Returns a URL at which the store itself answers a GET for some seconds, for any client; null:
   * this server answers readers. Only for viewers who were allowed to read.
   */
  sign: ((folder: string, name: string, answer: SignedAnswer) => Promise<string>) | null;
  /**
   * Removes unfinished uploads not touched for this many milliseconds: a crash leaves them, and
   * `list` does not name them. Returns how many.
   */
  sweep(olderThanMs: number): Promise<number>;
  /** Releases what it holds open, when nothing reads any more. */
  close(): void;
}

/**
 * Creates the storage on the local disk, `{root}/{folder}/{first two letters of the name}/{name}`,
 * with these modes of folders and files.
 */
export function createDiskStorage(root: string, modes: FileModes = OWN_MODES): Storage {
  const find = (folder: string, name: string) => {
    const key = findKey(folder, name);
    return key === null ? null : join(root, key);
  };
  const files = makeOpenFiles();

  return {
    pathOf,

    async put(folder, name, fromPath) {
      const path = join(root, keyToWrite(folder, name));
      try {
        await makeFolder(dirname(path), modes.folder);
        await flush(fromPath, modes.file);
        await move(fromPath, path, modes.file);
        files.forget(path);
        await syncFolder(dirname(path));
      } catch (error) {
        throw asFullDisk(error);
      }
    },

    async copy(folder, name, as) {
      const [from, to] = [keyToWrite(folder, name), keyToWrite(folder, as)].map((key) =>
        join(root, key),
      ) as [string, string];
      if ((await absentAsNull(stat(from))) === null) return false;
      await makeFolder(dirname(to), modes.folder);
      return addPath(from, to, async (path) => {
        await flush(path, modes.file);
        await syncFolder(dirname(path));
      });
    },

    async lend(folder, name, toPath) {
      const path = find(folder, name);
      if (path === null || (await absentAsNull(stat(path))) === null) return false;
      return addPath(path, toPath);
    },

    async open(folder, name, range) {
      const path = find(folder, name);
      const handle = path === null ? null : await absentAsNull(open(path, 'r'));
      if (handle === null) return null;
      const { size, mtime } = await handle.stat();
      return {
        bytes: size,
        changedAt: mtime,
        body: handle.createReadStream({ highWaterMark: 256 * 1024, ...range }),
      };
    },

    async read(folder, name, start, into) {
      const path = find(folder, name);
      const found = path === null ? null : await absentAsNull(files.read(path, start, into));
      return found === null
        ? null
        : { bytes: found.bytes, changedAt: found.changedAt, body: into.subarray(0, found.read) };
    },

    async stat(folder, name) {
      const path = find(folder, name);
      const found = path === null ? null : await absentAsNull(stat(path));
      return found === null ? null : { bytes: found.size, changedAt: found.mtime };
    },

    async remove(folder, name) {
      const path = find(folder, name);
      if (path === null) return;
      files.forget(path);
      await rm(path, { force: true });
    },

    list: (folder) => listFolder(root, folder),
    sign: null,
    sweep: (olderThanMs) => removeHalves(root, olderThanMs),
    close: () => files.close(),
  };
}

/** Lists the stored files of a folder, in no particular order. */
async function* listFolder(
  root: string,
  folder: string,
): AsyncGenerator<StoredStat & { name: string }> {
  if (!isFolder(folder)) return;
  for (const shard of (await absentAsNull(readdir(join(root, folder)))) ?? []) {
    for (const name of (await absentAsNull(readdir(join(root, folder, shard)))) ?? []) {
      const key = findKey(folder, name);
      const found = key === null ? null : await absentAsNull(stat(join(root, key)));
      if (found !== null) yield { name, bytes: found.size, changedAt: found.mtime };
    }
  }
}

/** Removes copies that were interrupted; returns how many. */
async function removeHalves(root: string, olderThanMs: number): Promise<number> {
  let count = 0;
  for await (const { name, parentPath } of (await absentAsNull(
    opendir(root, { recursive: true }),
  )) ?? []) {
    const path = join(parentPath, name);
    const found = name.endsWith(HALF) ? await absentAsNull(stat(path)) : null;
    if (found === null || nowMs() - found.mtime.getTime() < olderThanMs) continue;
    await rm(path, { force: true });
    count += 1;
  }
  return count;
}
