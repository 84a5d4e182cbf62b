import { Fault } from '@respa/contract/faults';
import { now } from '#platform/clock.ts';
import type { Tx } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { newId } from '#platform/ids.ts';
import { transaction, type After } from '#platform/transaction.ts';
import { deskOf, type Reader } from './desk.ts';
import type { Folder } from './folders.ts';
import { discardPrepared, forget, type Prepared } from './prepared.ts';
import * as queries from './queries.ts';

export type { Reader } from './desk.ts';
export type { Folder } from './folders.ts';
export type { MediaRow } from './queries.ts';
export { findOrphans, removeOrphans } from './orphans.ts';
export { choosePictures, namesOf, pictureOf, readKeep, type PostPicture } from './post-pictures.ts';
export { copyPrepared, discardPrepared, prepareFile, preparePicture, preparePictures, prepareVideo, prepareVoice, type Prepared } from './prepared.ts';

/** Whose it is, and what it belongs to: a room, a post, an album. */
export type Belonging = { ownerId: string; scopeId?: string };

/** Writes the row of a prepared thing, in the transaction that makes whatever shows it. */
export function keep(tx: Tx, prepared: Prepared, { ownerId, scopeId }: Belonging): Promise<queries.MediaRow> {
  const { folder, name, kind, mime, width, height, thumbhash, duration, bytes } = prepared;
  return queries.insertMedia(tx, {
    id: newId(), folder, name, owner_id: ownerId, scope_id: scopeId ?? null, kind, mime, width: width || null, height: height || null,
    thumbhash: thumbhash || null, duration_ms: Math.round(duration * 1000) || null, bytes, created_at: now(),
  });
}

/**
 * Runs `work` and keeps what was prepared in the same transaction. If it fails or answers nothing, the bytes go, and the failure is thrown on.
 * Where nobody can know whether the commit got through, the bytes stay: the sweep of orphans finds out later.
 */
export async function keepPrepared<T>(ground: Ground, prepared: readonly Prepared[], belonging: Belonging | ((one: Prepared) => Belonging), work: (tx: Tx, after: After) => Promise<T>): Promise<T> {
  try {
    const result = await transaction(ground, async (tx, after) => {
      const done = await work(tx, after);
      if (done !== undefined) for (const one of prepared) await keep(tx, one, typeof belonging === 'function' ? belonging(one) : belonging);
      return done;
    });
    if (result === undefined) await discardPrepared(ground, prepared);
    return result;
  } catch (error) {
    if (wasRolledBack(error)) await discardPrepared(ground, prepared);
    throw error;
  }
}

/** A refusal of ours or of the database; not a lost connection or a time-out, after which the commit may still happen. */
function wasRolledBack(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  // An SQLSTATE has a digit; EPIPE has none.
  return error instanceof Fault || (typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) && !/^(08|57)/.test(code));
}

/** Removes rows in the transaction and, by a job that is written in it too, the bytes after it. Names that are not there are no error. */
export async function removeMedia(ground: Ground, tx: Tx, after: After, folder: Folder, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await queries.deleteMedia(tx, folder, [...names]);
  await removeLater(ground, tx, after, names.map((name) => ({ folder, name })));
}

/** Removes everything of an owner, or everything that belongs to a room, a post, an album. Answers how many things that were. */
export async function removeMediaOf(ground: Ground, tx: Tx, after: After, whose: { ownerId: string } | { scopeId: string }): Promise<number> {
  const files = 'ownerId' in whose ? await queries.deleteMediaOf(tx, 'owner_id', whose.ownerId) : await queries.deleteMediaOf(tx, 'scope_id', whose.scopeId);
  await removeLater(ground, tx, after, files);
  return files.length;
}

/** What somebody gave to others stays theirs, without the name of who gave it. */
export const disownMedia = (tx: Tx, ownerId: string, folders: readonly Folder[]) => queries.disownMedia(tx, ownerId, folders);
/** Gives things that are stored already to another room, post or album. */
export const moveMedia = (tx: Tx, folder: Folder, names: readonly string[], scopeId: string) => queries.moveMedia(tx, folder, [...names], scopeId);

const FILES_A_JOB = 500;
async function removeLater(ground: Ground, tx: Tx, after: After, files: { folder: string; name: string }[]): Promise<void> {
  for (let first = 0; first < files.length; first += FILES_A_JOB) {
    await ground.jobs.add(tx, 'media.remove', { files: files.slice(first, first + FILES_A_JOB) });
  }
  after(() => {
    for (const { folder, name } of files) forget(ground, folder, name);
  });
}

/**
 * Says who may read a folder. A folder of decisions.md's private list that nobody registered is read by no one; any other is open to
 * everyone until somebody registers it. The reader is asked on every request. In a folder that is not on the private list it is first
 * asked about a visitor (null): what a visitor may have is public and cached for ever, the rest is sent `private, no-store`.
 */
export function registerReader(ground: Ground, folder: Folder, reader: Reader): void {
  deskOf(ground).readers.set(folder, reader);
}
