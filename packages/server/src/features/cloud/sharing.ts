import { PAGE_SIZES } from '@respa/contract/limits';
import { fault } from '@respa/contract/faults';
import type { Tx } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { isId, newId } from '#platform/ids.ts';
import type { Viewer } from '#platform/serve.ts';
import { transaction } from '#platform/transaction.ts';
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
import { findFreeName, holdCloud, presentOne, tellChanged } from './folders.ts';
import * as grants from './grant-queries.ts';
import { getOwnFile } from './policy.ts';
import type { Shown } from './present.ts';
import * as queries from './queries.ts';
import { takeRoom } from './uploading.ts';

/** Opens an own file to everybody who has its address, or closes it again. Idempotent. Throws `not_found`. */
export const setPublic = (
  ground: Ground,
  viewer: Viewer,
  id: string,
  isPublic: boolean,
): Promise<{ public: boolean }> =>
  transaction(ground, async (tx, after) => {
    await holdCloud(tx, viewer.id);
    const file = await getOwnFile(tx, viewer.id, id);
    await queries.setPublic(tx, file.id, isPublic);
    tellChanged(ground, after, viewer.id);
    return { public: isPublic };
  });

/** Opens an own file to somebody and tells them; told again, it is one notice, the newest. Throws `self`, `not_found`, `blocked_by_you`, `messages_closed`, `person_suspended`. */
export async function sendFile(
  ground: Ground,
  viewer: Viewer,
  userId: string,
  fileId: string,
): Promise<void> {
  if (userId === viewer.id) throw fault('self', { text: 'Нельзя отправить файл самому себе.' });
  await getOwnFile(ground.db, viewer.id, fileId);
  const person = await getPerson(ground, viewer.id, userId);
  if ((await findBlockState(ground.db, viewer.id, userId)).byMe) throw fault('blocked_by_you');
  await assertNotSuspended(ground.db, userId);
  if (
    !admits(person.messages_for, (await findRelation(ground.db, viewer.id, userId)) === 'friends')
  )
    throw fault('messages_closed');
  await transaction(ground, async (tx, after) => {
    await holdCloud(tx, viewer.id);
    const file = await getOwnFile(tx, viewer.id, fileId);
    if ((await findBlockState(tx, viewer.id, userId)).byThem) throw fault('not_found');
    await grants.insertGrant(tx, { node_id: file.id, user_id: person.id, id: newId() });
    await withdraw(ground, tx, after, { object: file.id, to: person.id });
    await notify(ground, tx, after, {
      to: person.id,
      from: viewer.id,
      type: 'file',
      title: `Вам отправили файл «${file.name}»`,
      postType: 'cloud/file',
      postId: file.id,
    });
    tellChanged(ground, after, viewer.id);
  });
}

/**
 * Takes a file that was sent, or one that is public, into the own cloud without copying its bytes; it outlives the original. A sent one that is taken
 * again while the copy is there is that copy.
 * Throws `not_found`, `cloud_full`, `too_many_things`.
 */
export async function acceptFile(ground: Ground, viewer: Viewer, id: string): Promise<Shown> {
  if (!isId(id)) throw fault('not_found');
  const row = await transaction(ground, async (tx, after) => {
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
      throw fault('not_found');
    await withdraw(ground, tx, after, { object: file.id, to: viewer.id });
    const copyBefore = grant?.copy_id ?? null;
    const earlier = copyBefore === null ? undefined : await queries.findNode(tx, copyBefore);
    if (earlier !== undefined && earlier.trash_id === null) return earlier;
    await takeRoom(ground, tx, viewer.id, cloud, { used: file.bytes, files: 1 });
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
    tellChanged(ground, after, viewer.id);
    return copy;
  });
  return presentOne(ground, viewer.id, row);
}

/** Who sees an own file: everybody or not, and a page of those it was sent to, newest first; `before` is the last that was seen. Throws `not_found`. */
export async function listAudience(ground: Ground, viewer: Viewer, id: string, before?: string) {
  const file = await getOwnFile(ground.db, viewer.id, id);
  const picked = await grants.pickGrants(ground.db, file.id, {
    before,
    limit: PAGE_SIZES.people + 1,
  });
  const ids = picked.slice(0, PAGE_SIZES.people).map((row) => row.user_id);
  const cards = await gatherCards(ground.db, ids);
  const presence = await presenceFor(ground, viewer.id, [...cards.values()]);
  return {
    public: file.is_public,
    people: ids.map((userId) => presentCard(cards.get(userId) ?? removedPerson(userId), presence)),
    count: file.shared,
    isLast: picked.length <= PAGE_SIZES.people,
  };
}
/** Closes an own file from somebody; what they took into their cloud stays theirs. Throws `not_found`. */
export const revokeFile = (
  ground: Ground,
  viewer: Viewer,
  id: string,
  userId: string,
): Promise<void> =>
  transaction(ground, async (tx, after) => {
    await holdCloud(tx, viewer.id);
    const file = await getOwnFile(tx, viewer.id, id);
    if (!isId(userId) || !(await grants.deleteGrant(tx, file.id, userId))) throw fault('not_found');
    await withdraw(ground, tx, after, { object: file.id, to: userId });
    tellChanged(ground, after, viewer.id);
  });

/** Two people end what they have opened to each other. */
export const partFiles = (tx: Tx, a: string, b: string): Promise<void> =>
  grants.deleteGrantsBetween(tx, a, b);
/** Somebody goes for good: their files go with them, and they leave the audience of others' files. Answers the files. */
export async function leaveCloud(tx: Tx, userId: string): Promise<string[]> {
  await grants.deleteGrantsTo(tx, userId);
  return queries.listSharedFiles(tx, userId);
}
