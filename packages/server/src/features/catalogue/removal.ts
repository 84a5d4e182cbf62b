import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { namesOf, removeMedia } from '#features/media/service.ts';
import { withdraw } from '#features/notifications/service.ts';
import { deleteObjects } from '#features/reactions/service.ts';
import { assertIsAdmin } from './policy.ts';
import * as changes from './game-change-queries.ts';
import * as queries from './queries.ts';
import * as versions from './version-queries.ts';
import { DOWNLOADS, PICTURES } from './game-files.ts';
import { recount } from './writing.ts';

/**
 * Removes a game from the catalogue with its files, versions, votes, marks and comments. Throws
 * `forbidden`, `not_found`, also the second time.
 */
export async function removeGame(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  assertIsAdmin(viewer);
  await transaction(context, async (tx, after) => {
    const row = isId(id) ? await queries.lockGame(tx, id) : undefined;
    if (row === undefined) throw appError('not_found');
    await dropGame(context, tx, after, row);
    await context.signals.emit('adminActed', {
      tx,
      adminId: viewer.id,
      action: 'remove_game',
      kind: 'game',
      objectId: id,
      removed: { after, title: `Игра «${row.name}»` },
    });
  });
}
/** Does the same without permission checks; the game must be locked. */
export async function dropGame(
  context: AppContext,
  tx: Tx,
  after: After,
  row: queries.GameRow,
): Promise<void> {
  const files = await versions.listFiles(tx, row.id);
  await recount(tx, row, { genres: [], tags: [] });
  await deleteObjects(tx, [row.id]);
  await withdraw(context, tx, after, { objects: [row.id] });
  await changes.deleteGame(tx, row.id);
  await removeMedia(context, tx, after, PICTURES, [
    ...namesOf(row.screenshots),
    ...(row.preview === null ? [] : [row.preview.name]),
  ]);
  await removeMedia(context, tx, after, DOWNLOADS, files);
}
/**
 * Puts a game on the landing page, replacing the previous one, or removes it. Idempotent. Throws
 * `forbidden`, `not_found`, `no_apk`.
 */
export async function markLanding(
  context: AppContext,
  viewer: Viewer,
  id: string,
  isLanding: boolean,
): Promise<void> {
  assertIsAdmin(viewer);
  await transaction(context, async (tx) => {
    const row = isId(id) ? await queries.lockGame(tx, id) : undefined;
    if (row === undefined) throw appError('not_found');
    if (isLanding && row.package === null) throw appError('no_apk');
    if (row.is_landing === isLanding) return;
    if (isLanding) await queries.clearLanding(tx);
    await queries.setLanding(tx, id, isLanding);
    await context.signals.emit('adminActed', {
      tx,
      adminId: viewer.id,
      action: 'landing_game',
      kind: 'game',
      objectId: id,
    });
  });
}
