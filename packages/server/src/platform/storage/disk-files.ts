import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { appError } from '@respa/contract/app-errors';
import { now } from '#platform/runtime/clock.ts';

/** The ending of a file that is still being copied: it is not a stored name. */
export const HALF = '.tmp';

/** Returns `no_space` for the error of a full disk, and any other error unchanged. */
export function asFullDisk(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' ? appError('no_space') : error;
}

/**
 * Gives a file a second path, and runs `finish` there; returns false if the file does not exist.
 * Throws `no_space`. A stored file is never modified, so both names may share their bytes.
 */
export async function addPath(
  from: string,
  to: string,
  finish: (path: string) => Promise<void> = async () => {},
): Promise<boolean> {
  try {
    await link(from, to).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? Promise.reject(error) : copyFile(from, to),
    );
    await finish(to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw asFullDisk(error);
  }
}

/**
 * Every new folder must be flushed in its parent folder, or a power cut loses it with all its
 * content.
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode });
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) {
    // The umask may have taken rights from it.
    await chmod(folder, mode);
    await syncFolder(dirname(folder));
  }
}

/**
 * Flushes the bytes to disk, and sets the mode and the time of storing: an upload that waited for
 * hours must not look like an old orphan to the sweeper.
 */
export async function flush(path: string, mode: number): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    const time = now();
    await handle.chmod(mode);
    await handle.utimes(time, time);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function move(from: string, to: string, mode: number): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    // Staging is on another disk. Until the copy is complete, it has a name that is not a stored
    // name.
    const copy = `${to}${HALF}`;
    try {
      await pipeline(createReadStream(from), createWriteStream(copy, { flush: true, mode }));
      await chmod(copy, mode);
      await rename(copy, to);
    } catch (failure) {
      await rm(copy, { force: true });
      throw failure;
    }
    await rm(from, { force: true });
  }
}

export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows cannot open folders, and flushes a rename by itself
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns null for a file or folder that does not exist. */
export async function absentAsNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null;
    throw error;
  }
}
