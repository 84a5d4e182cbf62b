import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { appError } from '@respa/contract/app-errors';
import { now, nowMs } from '#platform/runtime/clock.ts';
import { makeOpenFiles } from './open-files.ts';

/**
 * A stored name: no upper case (some disks are case-insensitive), no dot except that of the
 * extension, nothing that could be a path.
 */
const NAME = /^[0-9a-z_-]{1,100}\.[a-z0-9]{2,5}$/;
const FOLDER = /^[a-z][a-z-]{0,39}$/;
const HALF = '.tmp';

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

export function isStoredName(name: string): boolean {
  return NAME.test(name);
}

export const isFolder = (folder: string): boolean => FOLDER.test(folder);

/** Returns the path of an object below the root, or null for an invalid stored name. */
export const findKey = (folder: string, name: string): string | null =>
  FOLDER.test(folder) && NAME.test(name) ? pathOf(folder, name) : null;

/**
 * Creates the storage on the local disk, `{root}/{folder}/{first two letters of the name}/{name}`.
 */
export function createDiskStorage(root: string): Storage {
  const find = (folder: string, name: string) => {
    const key = findKey(folder, name);
    return key === null ? null : join(root, key);
  };
  const files = makeOpenFiles();

  return {
    pathOf,

    async put(folder, name, fromPath) {
      const path = find(folder, name);
      if (path === null) throw new TypeError(`not a stored name: ${folder}/${name}`);
      try {
        await makeFolder(dirname(path));
        await flush(fromPath);
        await move(fromPath, path);
        files.forget(path);
        await syncFolder(dirname(path));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        throw code === 'ENOSPC' || code === 'EDQUOT' ? appError('no_space') : error;
      }
    },

    async copy(folder, name, as) {
      const [from, to] = [find(folder, name), find(folder, as)];
      if (from === null || to === null)
        throw new TypeError(`not a stored name: ${folder}/${from === null ? name : as}`);
      if ((await absentAsNull(stat(from))) === null) return false;
      await makeFolder(dirname(to));
      try {
        // A stored file is never modified, so both names may share their bytes.
        await link(from, to).catch((error: NodeJS.ErrnoException) =>
          error.code === 'ENOENT' ? Promise.reject(error) : copyFile(from, to),
        );
        await flush(to);
        await syncFolder(dirname(to));
        return true;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT') return false;
        throw code === 'ENOSPC' || code === 'EDQUOT' ? appError('no_space') : error;
      }
    },

    async lend(folder, name, toPath) {
      const path = find(folder, name);
      if (path === null || (await absentAsNull(stat(path))) === null) return false;
      try {
        await link(path, toPath).catch((error: NodeJS.ErrnoException) =>
          error.code === 'ENOENT' ? Promise.reject(error) : copyFile(path, toPath),
        );
        return true;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT') return false;
        throw code === 'ENOSPC' || code === 'EDQUOT' ? appError('no_space') : error;
      }
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

    async *list(folder) {
      if (!FOLDER.test(folder)) return;
      for (const shard of (await absentAsNull(readdir(join(root, folder)))) ?? []) {
        for (const name of (await absentAsNull(readdir(join(root, folder, shard)))) ?? []) {
          const path = find(folder, name);
          const found = path === null ? null : await absentAsNull(stat(path));
          if (found !== null) yield { name, bytes: found.size, changedAt: found.mtime };
        }
      }
    },

    sign: null,

    async sweep(olderThanMs) {
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
    },

    close: () => files.close(),
  };
}

/**
 * Keeps folders within what a disk handles well: at a million pictures, a thousand or so names in
 * each.
 */
function shardOf(name: string): string {
  return name.slice(0, 2).replace('.', '_');
}
export const pathOf = (folder: string, name: string): string =>
  `${folder}/${shardOf(name)}/${name}`;

/**
 * Every new folder must be flushed in its parent folder, or a power cut loses it with all its
 * content.
 */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder))
    await syncFolder(dirname(folder));
}

/**
 * Flushes the bytes to disk and sets the time of storing: an upload that waited for hours must not
 * look like an old orphan to the sweeper.
 */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    const time = now();
    await handle.utimes(time, time);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    // Staging is on another disk. Until the copy is complete, it has a name that is not a stored
    // name.
    const copy = `${to}${HALF}`;
    try {
      await pipeline(createReadStream(from), createWriteStream(copy, { flush: true }));
      await rename(copy, to);
    } catch (failure) {
      await rm(copy, { force: true });
      throw failure;
    }
    await rm(from, { force: true });
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows cannot open folders, and flushes a rename by itself
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function absentAsNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null;
    throw error;
  }
}
