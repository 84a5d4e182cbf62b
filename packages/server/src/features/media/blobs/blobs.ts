import { createReadStream } from 'node:fs';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { appError } from '@respa/contract/app-errors';
import { now } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import * as queries from './blob-queries.ts';
import { BLOBS, type Folder } from '../serving/folders.ts';
import { findKind } from '../serving/kinds.ts';
import { newBlobName, newStoredName, viewName } from './stored-names.ts';
import { NOTHING, storeNew, type Prepared } from '../serving/prepared.ts';

export async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest();
}

/**
 * Stores bytes unchanged under a new name. When they are kept and a blob of the same content exists
 * already, that blob is used and these bytes are deleted. The kind is read from the content. Throws
 * `no_space`.
 */
export async function prepareBlob(
  context: AppContext,
  staged: Pick<StagedFile, 'path' | 'bytes' | 'filename' | 'hash'>,
  folder: Folder,
): Promise<Prepared> {
  const hash = staged.hash ?? (await hashFile(staged.path));
  const kind = await findKind(staged.path, staged.filename);
  const stored = newBlobName();
  await storeNew(context, BLOBS, stored, staged.path);
  return {
    ...NOTHING,
    folder,
    name: newStoredName(kind.extension),
    kind: 'file',
    mime: kind.type,
    bytes: staged.bytes,
    blob: { hash, stored },
  };
}

/** Adds a member's reference to these bytes. Returns the blob that holds them. */
export async function holdBlob(
  context: AppContext,
  tx: Tx,
  { blob, bytes, mime }: Prepared,
  owner: string,
): Promise<string> {
  const held = await queries.insertBlob(tx, {
    id: newId(),
    hash: blob!.hash,
    name: blob!.stored,
    bytes,
    created_at: now(),
  });
  if (held.width === null && ['png', 'jpg', 'gif', 'webp'].includes(mime)) {
    await context.jobs.add(
      tx,
      'media.view',
      { blobId: held.id },
      { key: `media.view:${held.id}`, queue: 'media.view', attempts: 3, owner },
    );
  }
  return held.id;
}

/**
 * Creates a second file of the same bytes, with its own name and owner. `to` is its folder, the
 * same by default, and `name` its name, a new one by default. Throws `not_found` if the first was
 * deleted.
 */
export async function copyHeld(
  tx: Tx,
  folder: Folder,
  name: string,
  belonging: { ownerId: string; scopeId: string; to?: Folder; name?: string },
): Promise<string> {
  const as = belonging.name ?? newStoredName(name.split('.').at(-1)!);
  if (
    !(await queries.copyHeld(tx, folder, name, {
      id: newId(),
      folder: belonging.to ?? folder,
      name: as,
      owner_id: belonging.ownerId,
      scope_id: belonging.scopeId,
      created_at: now(),
    }))
  )
    throw appError('not_found');
  return as;
}

/**
 * Removes the blob references of deleted files. Returns the stored files of blobs without
 * references.
 */
export async function releaseBlobs(
  tx: Tx,
  ids: readonly (string | null)[],
): Promise<{ folder: string; name: string }[]> {
  const counts = new Map<string, number>();
  for (const id of ids) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  if (counts.size === 0) return [];
  return (await queries.releaseBlobs(tx, counts)).map((name) => ({ folder: BLOBS, name }));
}

export type StoredPicture = { name: string; width: number; height: number; thumbhash: string };
/** Returns the pictures of the given files by name; files without a picture are left out. */
export async function gatherViews(
  context: AppContext,
  folder: Folder,
  names: string[],
): Promise<Map<string, StoredPicture>> {
  if (names.length === 0) return new Map();
  const rows = await queries.gatherViews(context.db, folder, names);
  return new Map(
    rows.map(({ held, width, height, thumbhash }) => [
      held,
      { name: viewName(held), width, height, thumbhash },
    ]),
  );
}

/** Opens the bytes of a file; null if it was deleted. */
export async function openBlob(
  context: AppContext,
  folder: Folder,
  name: string,
): Promise<Readable | null> {
  const held = await queries.findBlobFile(context.db, folder, name);
  return held === undefined ? null : ((await context.storage.open(BLOBS, held.blob))?.body ?? null);
}
/** Returns the storage locations of the given files, by file name. */
export async function gatherStored(
  context: AppContext,
  folder: Folder,
  names: string[],
): Promise<Map<string, readonly [folder: string, name: string]>> {
  return new Map(
    (await queries.gatherBlobNames(context.db, folder, names)).map(({ held, blob }) => [
      held,
      [BLOBS, blob] as const,
    ]),
  );
}
