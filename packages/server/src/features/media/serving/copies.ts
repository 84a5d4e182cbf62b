import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { type Folder } from './folders.ts';
import { findMedia } from '../queries.ts';
import { allNames, newStoredName } from '../blobs/stored-names.ts';
import { type Prepared, removeStored } from './prepared.ts';

/**
 * Prepares a copy of a file, which is deleted independently of the original. Throws `not_found` if
 * the original was deleted, `no_space`.
 */
export async function copyPrepared(
  context: AppContext,
  folder: Folder,
  name: string,
): Promise<Prepared> {
  const row = await findMedia(context.db, folder, [name]);
  if (row === undefined) throw appError('not_found');
  const copy = await copyStored(context, folder, name);
  if (copy === null) throw appError('not_found');
  return {
    folder,
    name: copy,
    kind: row.kind as Prepared['kind'],
    mime: row.mime,
    width: row.width ?? 0,
    height: row.height ?? 0,
    thumbhash: row.thumbhash ?? '',
    duration: (row.duration_ms ?? 0) / 1000,
    bytes: row.bytes,
  };
}
/**
 * Copies the bytes of a file with all its renditions to a new name; null if the file was deleted.
 * Throws `no_space`.
 */
export async function copyStored(
  context: AppContext,
  folder: Folder,
  name: string,
): Promise<string | null> {
  const copy = newStoredName(name.split('.').at(-1)!);
  const names = allNames(copy);
  const made = await Promise.allSettled(
    allNames(name).map((each, index) => context.storage.copy(folder, each, names[index]!)),
  );
  const failed = made.find((one) => one.status === 'rejected');
  if (failed === undefined && made[0]?.status === 'fulfilled' && made[0].value) return copy;
  await removeStored(context, folder, copy);
  if (failed !== undefined) throw failed.reason;
  return null;
}
