import { appError } from '@respa/contract/app-errors';
import type { Db, Tx } from '#platform/database/db.ts';
import * as queries from './queries.ts';

/**
 * Returns a pack to a member who may open it: everyone may who has its link, except those whom its
 * owner blocks, and nobody but the owner while the owner is suspended. Who has added it keeps it.
 */
export async function findPackFor(
  db: Db,
  viewerId: string,
  id: string,
): Promise<queries.PackRow | undefined> {
  const row = await queries.findPack(db, viewerId, id);
  return row !== undefined && (row.owner_id === viewerId || row.is_added || !row.is_shut)
    ? row
    : undefined;
}
/** As `findPackFor`, but throws `not_found`. */
export async function getPackFor(db: Db, viewerId: string, id: string): Promise<queries.PackRow> {
  const row = await findPackFor(db, viewerId, id);
  if (row === undefined) throw appError('not_found');
  return row;
}
/** Locks a pack for a change by its owner. Throws `not_found` to everyone else. */
export async function lockForOwner(tx: Tx, viewerId: string, id: string) {
  const pack = await queries.lockOwnPack(tx, viewerId, id);
  if (pack === undefined) throw appError('not_found');
  return pack;
}
