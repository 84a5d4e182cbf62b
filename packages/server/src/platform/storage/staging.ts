import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nowMs } from '#platform/runtime/clock.ts';

export interface StagedFile {
  slot: string;
  /** The part's own name: `image3` in the slot `image`. */
  part: string;
  path: string;
  bytes: number;
  /** The cleaned file name from the user; it is data and never part of a path. */
  filename: string;
  /** The type that the client declares. It is not trusted: the content decides. */
  declaredType: string;
  /** SHA-256 of the bytes, if the slot requests it. */
  hash?: Buffer;
  /**
   * Who sent it: a member's id, or a visitor's address. Whose turn the work on it is, and who is
   * charged for it. Without one, the server made the file itself.
   */
  sender?: string;
}

/** Removes staged files that did not arrive in a form; those stored meanwhile are not touched. */
export async function discardStaged(files: readonly Pick<StagedFile, 'path'>[]): Promise<void> {
  await Promise.all(files.map(({ path }) => rm(path, { force: true })));
}

/**
 * Creates the staging folder, or removes what a crash left there. Several servers on one folder
 * pass `olderThanMs`, the age in milliseconds
 * below which a file may be an upload that another server is still receiving.
 */
export async function sweepStaging(dir: string, olderThanMs = 0): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(dir)) {
    const path = join(dir, name);
    const touched = olderThanMs > 0 ? ((await stat(path).catch(() => null))?.mtimeMs ?? 0) : 0;
    if (olderThanMs === 0 || nowMs() - touched > olderThanMs)
      await rm(path, { recursive: true, force: true });
  }
}
