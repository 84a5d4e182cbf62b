import { PAGE_SIZES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { assertNotSuspended } from '#features/account/service.ts';
import { copyHeld } from '#features/media/service.ts';
import { notify, withdraw } from '#features/notifications/service.ts';
import {
  admits,
  findBlockState,
  findRelation,
  gatherCards,
  getPerson,
  presenceFor,
  presentCard,
  removedPerson,
} from '#features/people/service.ts';
import { findFreeName, holdCloud, notifyChanged } from './folders.ts';
import { presentOne } from './shown-nodes.ts';
import * as grants from './grant-queries.ts';
import { getOwnFile } from './policy.ts';
import type { Shown } from './present.ts';
import * as queries from './queries.ts';
import { reserveSpace } from './uploading.ts';
import { readPage } from '#platform/database/paging.ts';

/**
 * Makes a user's own file public to everyone with its address, or private again. Idempotent. Throws
 * `not_found`.
 */
export const setPublic = (
  context: AppContext,
  viewer: Viewer,
  id: string,
  isPublic: boolean,
): Promise<{ public: boolean }> =>
  transaction(context, async (tx, after) => {
    await holdCloud(tx, viewer.id);
    const file = await getOwnFile(tx, viewer.id, id);
    await queries.setPublic(tx, file.id, isPublic);
    notifyChanged(context, after, viewer.id);
    return { public: isPublic };
  });

/**
 * Sends a user's own file to another person with a notice; a repeated call leaves one notice, the
 * newest. Throws `self`, `not_found`, `blocked_by_you`, `messages_closed`, `person_suspended`.
 */
export async function sendFile(
  context: AppContext,
  viewer: Viewer,
  userId: string,
  fileId: string,
): Promise<void> {
  if (userId === viewer.id) throw appError('self', { text: 'Нельзя отправить файл самому себе.' });
  await getOwnFile(context.db, viewer.id, fileId);
  const person = await getPerson(context, viewer.id, userId);
  if ((await findBlockState(context.db, viewer.id, userId)).byMe) throw appError('blocked_by_you');
  await assertNotSuspended(context.db, userId);
  if (
    !admits(person.messages_for, (await findRelation(context.db, viewer.id, userId)) === 'friends')
  )
    throw appError('messages_closed');
  await transaction(context, async (tx, after) => {
    await holdCloud(tx, viewer.id);
    const file = await getOwnFile(tx, viewer.id, fileId);
    if ((await findBlockState(tx, viewer.id, userId)).byThem) throw appError('not_found');
    await grants.insertGrant(tx, { node_id: file.id, user_id: person.id, id: newId() });
    await withdraw(context, tx, after, { object: file.id, to: person.id });
    await notify(context, tx, after, {
      to: person.id,
      from: viewer.id,
      type: 'file',
      title: `Вам отправили файл «${file.name}»`,
      postType: 'cloud/file',
      postId: file.id,
    });
    notifyChanged(context, after, viewer.id);
  });
}

/**
 * Saves a sent or a public file to the caller's own cloud without copying its bytes; the copy
 * outlives the original. If a sent file is saved
 * again while the copy exists, that copy is returned.
 * Throws `not_found`, `cloud_full`, `too_many_things`.
 */
export async function acceptFile(context: AppContext, viewer: Viewer, id: string): Promise<Shown> {
  if (!isId(id)) throw appError('not_found');
  const row = await transaction(context, async (tx, after) => {
    const cloud = await holdCloud(tx, viewer.id);
    const grant = await grants.lockGrant(tx, id, viewer.id);
    const file = await queries.findNode(tx, id);
    if (
      file === undefined ||
      file.stored === null ||
      file.trash_id !== null ||
      file.owner_id === viewer.id ||
      (grant === undefined && !file.is_public)
    )
      throw appError('not_found');
    await withdraw(context, tx, after, { object: file.id, to: viewer.id });
    const copyBefore = grant?.copy_id ?? null;
    const earlier = copyBefore === null ? undefined : await queries.findNode(tx, copyBefore);
    if (earlier !== undefined && earlier.trash_id === null) return earlier;
    await reserveSpace(context, tx, viewer.id, cloud, { used: file.bytes, files: 1 });
    const copyId = newId();
    const stored = await copyHeld(tx, 'cloud', file.stored, {
      ownerId: viewer.id,
      scopeId: copyId,
    });
    const name = await findFreeName(tx, viewer.id, null, file.name);
    const copy = await queries.insertNode(tx, {
      id: copyId,
      owner_id: viewer.id,
      parent_id: null,
      is_folder: false,
      name,
      type: file.type,
      stored,
      bytes: file.bytes,
    });
    if (grant !== undefined) await grants.setCopy(tx, file.id, viewer.id, copyId);
    notifyChanged(context, after, viewer.id);
    return copy;
  });
  return presentOne(context, viewer.id, row);
}

/**
 * Returns who can see the caller's file: whether it is public, and a page of people it was sent to,
 * newest first; `before` is the last one that the caller has seen. Throws `not_found`.
 */
export async function listAudience(
  context: AppContext,
  viewer: Viewer,
  id: string,
  before?: string,
) {
  const file = await getOwnFile(context.db, viewer.id, id);
  const { rows, isLast } = await readPage(PAGE_SIZES.people, (limit) =>
    grants.pickGrants(context.db, file.id, {
      before,
      limit,
    }),
  );
  const ids = rows.map((row) => row.user_id);
  const cards = await gatherCards(context.db, ids);
  const presence = await presenceFor(context, viewer.id, [...cards.values()]);
  return {
    public: file.is_public,
    people: ids.map((userId) => presentCard(cards.get(userId) ?? removedPerson(userId), presence)),
    count: file.shared,
    isLast,
  };
}
/**
 * Revokes a person's access to the caller's file; what they saved to their cloud stays theirs.
 * Throws `not_found`.
 */
export const revokeFile = (
  context: AppContext,
  viewer: Viewer,
  id: string,
  userId: string,
): Promise<void> =>
  transaction(context, async (tx, after) => {
    await holdCloud(tx, viewer.id);
    const file = await getOwnFile(tx, viewer.id, id);
    if (!isId(userId) || !(await grants.deleteGrant(tx, file.id, userId)))
      throw appError('not_found');
    await withdraw(context, tx, after, { object: file.id, to: userId });
    notifyChanged(context, after, viewer.id);
  });

/** Deletes the grants between two people, in both directions. */
export const revokeMutualGrants = (tx: Tx, a: string, b: string): Promise<void> =>
  grants.deleteGrantsBetween(tx, a, b);
/**
 * Handles an account deletion: the user's files are deleted, and the user is removed from the
 * audience of others' files. Returns the files.
 */
export async function deleteCloudData(tx: Tx, userId: string): Promise<string[]> {
  await grants.deleteGrantsTo(tx, userId);
  return queries.listSharedFiles(tx, userId);
}
