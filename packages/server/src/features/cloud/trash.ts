import { DAY_SECONDS } from '@respa/contract/durations';
import { CLOUD, PAGE_SIZES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import { secondsFromNow } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { removeMedia } from '#features/media/service.ts';
import { withdraw } from '#features/notifications/service.ts';
import { assertDepth, findFreeName, holdCloud, notifyChanged } from './folders.ts';
import { presentAll, presentOne } from './shown-nodes.ts';
import { deleteGrantsOf } from './grant-queries.ts';
import { getOwn } from './policy.ts';
import type { Shown } from './present.ts';
import * as tree from './tree-queries.ts';
import * as owners from './owner-queries.ts';
import type { NodeRow } from './node-rows.ts';
import * as queries from './queries.ts';
import { readPage } from '#platform/database/paging.ts';

const BATCH = 100;

/**
 * Trashes an item with everything in it: links and grants end at once, and the bytes still count in
 * the quota. With `kind`, only a folder is accepted. Throws `not_found`.
 */
export const trashThing = (
  context: AppContext,
  viewer: Viewer,
  id: string,
  kind?: 'folder',
): Promise<void> =>
  transaction(context, async (tx, after) => {
    await holdCloud(tx, viewer.id);
    const node = await getOwn(tx, viewer.id, id);
    if (kind === 'folder' && !node.is_folder) throw appError('not_found');
    const files = await queries.setTrashed(tx, node.id, newId());
    await deleteGrantsOf(tx, files);
    await withdraw(context, tx, after, { objects: files });
    notifyChanged(context, after, viewer.id);
  });

/** Lists trashed items, newest first, and when each is deleted permanently. */
export async function listTrash(context: AppContext, viewer: Viewer, before?: string) {
  const { rows: shown, isLast } = await readPage(PAGE_SIZES.named, (limit) =>
    queries.pickTrash(context.db, viewer.id, {
      before,
      limit,
    }),
  );
  const things = await presentAll(context, viewer.id, shown);
  const dies = (row: NodeRow) =>
    new Date(row.trashed_at!.getTime() + CLOUD.trashDays * DAY_SECONDS * 1000).toISOString();
  return {
    files: things.map((thing, index) => ({ ...thing, dies: dies(shown[index]!) })),
    isLast,
  };
}

async function getThrown(
  tx: Tx,
  viewer: Viewer,
  id: string,
): Promise<NodeRow & { trash_id: string }> {
  const node = isId(id) ? await queries.findNode(tx, id) : undefined;
  if (
    node === undefined ||
    node.owner_id !== viewer.id ||
    node.trashed_at === null ||
    node.trash_id === null
  )
    throw appError('not_found');
  return { ...node, trash_id: node.trash_id };
}

/**
 * Restores an item to its place, or to the root if that is gone; a name that is taken meanwhile
 * gets a number. Throws `not_found`, `too_deep`.
 */
export async function restoreThing(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<Shown> {
  const row = await transaction(context, async (tx, after) => {
    await holdCloud(tx, viewer.id);
    const node = await getThrown(tx, viewer, id);
    const parent = node.parent_id === null ? undefined : await queries.findNode(tx, node.parent_id);
    const parentId = parent === undefined || parent.trash_id !== null ? null : parent.id;
    await assertDepth(tx, parentId, node.is_folder ? await tree.findHeight(tx, node.id) : 0);
    const name = await findFreeName(tx, viewer.id, parentId, node.name);
    await queries.setPlace(tx, node.id, { parent_id: parentId, name });
    await queries.setRestored(tx, viewer.id, node.trash_id);
    notifyChanged(context, after, viewer.id);
    return { ...node, parent_id: parentId, name, trash_id: null };
  });
  return presentOne(context, viewer.id, row);
}

/** Deletes an item in the trash permanently. Throws `not_found`. */
export const eraseThing = (context: AppContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(context, async (tx, after) => {
    await holdCloud(tx, viewer.id);
    const { trash_id: trashId } = await getThrown(tx, viewer, id);
    await eraseTrashed(context, tx, after, viewer.id, trashId);
  });
export async function eraseTrashed(
  context: AppContext,
  tx: Tx,
  after: After,
  ownerId: string,
  trashId: string,
): Promise<void> {
  const erased = await queries.deleteTrashed(tx, ownerId, trashId);
  const files = erased.filter((row) => !row.is_folder);
  await owners.addToCloud(tx, ownerId, {
    used: -files.reduce((sum, { bytes }) => sum + bytes, 0),
    files: -files.length,
    folders: files.length - erased.length,
  });
  await removeMedia(
    context,
    tx,
    after,
    'cloud',
    files.map(({ stored }) => stored!),
  );
  notifyChanged(context, after, ownerId);
}
/** Deletes everything that is currently in the trash, one item after another. */
export async function emptyTrash(context: AppContext, viewer: Viewer): Promise<void> {
  for (
    let rows = await queries.pickTrash(context.db, viewer.id, { limit: BATCH });
    rows.length > 0;
    rows = await queries.pickTrash(context.db, viewer.id, { limit: BATCH })
  ) {
    for (const { trash_id: trashId } of rows) await eraseInTurn(context, viewer.id, trashId!);
  }
}
const eraseInTurn = (context: AppContext, ownerId: string, trashId: string): Promise<void> =>
  transaction(context, async (tx, after) => {
    await holdCloud(tx, ownerId);
    await eraseTrashed(context, tx, after, ownerId, trashId);
  });
/** Deletes items that have been in the trash for too long. Idempotent. */
export async function sweepTrash(context: AppContext): Promise<void> {
  for (let count = BATCH; count === BATCH;) {
    const dying = await queries.pickDying(
      context.db,
      secondsFromNow(-CLOUD.trashDays * DAY_SECONDS),
      BATCH,
    );
    for (const { owner_id: ownerId, trash_id: trashId } of dying)
      await eraseInTurn(context, ownerId, trashId);
    count = dying.length;
  }
}
