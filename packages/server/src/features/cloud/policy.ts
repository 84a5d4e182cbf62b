import { appError } from '@respa/contract/app-errors';
import type { Db } from '#platform/database/db.ts';
import { isId } from '#platform/runtime/ids.ts';
import { hasGrant } from './grant-queries.ts';
import { findNode } from './queries.ts';
import type { NodeRow } from './node-rows.ts';

/**
 * Returns whether the viewer may see a file: its owner, the people it was sent to, and everyone if
 * it is public. A trashed file is visible only in its owner's trash.
 */
export async function maySee(db: Db, viewerId: string | null, node: NodeRow): Promise<boolean> {
  if (node.trash_id !== null) return false;
  if (viewerId !== null && node.owner_id === viewerId) return true;
  if (node.is_folder) return false;
  return node.is_public || (viewerId !== null && (await hasGrant(db, node.id, viewerId)));
}

/**
 * Returns a file that the viewer may see. Hidden and missing files give the same error; the
 * documented API defines its text.
 */
export async function getSeen(db: Db, viewerId: string | null, id: string): Promise<NodeRow> {
  const node = isId(id) ? await findNode(db, id) : undefined;
  if (node === undefined || !(await maySee(db, viewerId, node)))
    throw appError('not_found', { text: 'ERROR 404: Page not found' });
  return node;
}
/** Returns an item of the viewer that is not in the trash. Throws `not_found`. */
export async function getOwn(db: Db, ownerId: string, id: string): Promise<NodeRow> {
  const node = isId(id) ? await findNode(db, id) : undefined;
  if (node === undefined || node.owner_id !== ownerId || node.trash_id !== null)
    throw appError('not_found');
  return node;
}
export async function getOwnFile(
  db: Db,
  ownerId: string,
  id: string,
): Promise<NodeRow & { stored: string }> {
  const node = await getOwn(db, ownerId, id);
  if (node.stored === null) throw appError('not_found');
  return { ...node, stored: node.stored };
}
/** Returns a folder of the viewer; null is the root, which has no row. Throws `not_found`. */
export async function getFolder(
  db: Db,
  ownerId: string,
  id: string | null,
): Promise<NodeRow | null> {
  if (id === null) return null;
  const node = await getOwn(db, ownerId, id);
  if (!node.is_folder) throw appError('not_found');
  return node;
}

/** Resolves a folder id: '' and 'root' are the root. */
export const folderIdOf = (id: string | undefined): string | null =>
  id === undefined || id === '' || id === 'root' ? null : id;
/**
 * Reads the folder from the documented JSON: only its id counts, never its name or path. Throws
 * `bad_folder`.
 */
export function readFolder(input: unknown): string | null {
  let value = input;
  if (typeof value === 'string' && value.trim().startsWith('{')) {
    try {
      value = JSON.parse(value);
    } catch {
      throw appError('bad_folder');
    }
  }
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return folderIdOf(value);
  if (typeof value !== 'object' || Array.isArray(value)) throw appError('bad_folder');
  const { id, _id } = value as { id?: unknown; _id?: unknown };
  const found = id ?? _id ?? '';
  if (typeof found !== 'string') throw appError('bad_folder');
  return folderIdOf(found);
}
/** Reads a list from a form's JSON, of at most `most` texts. Throws `bad_input`. */
export function readTexts(input: unknown, most: number): string[] {
  let value = input;
  if (typeof value === 'string') {
    if (value === '') return [];
    try {
      value = JSON.parse(value);
    } catch {
      throw appError('bad_input');
    }
  }
  if (value === undefined || value === null) return [];
  if (
    !Array.isArray(value) ||
    value.length > most ||
    value.some((one) => typeof one !== 'string' || one.length > 1_000)
  )
    throw appError('bad_input');
  return value as string[];
}
