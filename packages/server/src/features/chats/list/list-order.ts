import { CHAT_LIST } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { lockPerson } from '#features/people/service.ts';
import { isMember } from '../rooms/room-queries.ts';
import * as queries from './list-order-queries.ts';

/** Tells the member's devices that a room moved in the list. */
const notifyMoved = (context: AppContext, viewer: Viewer, roomId: string): void =>
  context.live.publish(`user:${viewer.id}`, { data: { type: 'rooms-changed', roomId } });

/**
 * Pins a room above all others of the caller's list. Idempotent. Throws `not_found` to a
 * non-member, `too_many_pinned`.
 */
export const pinRoom = (context: AppContext, viewer: Viewer, roomId: string): Promise<void> =>
  transaction(context, async (tx, after) => {
    // Two devices that pin at once are counted one after another.
    await lockPerson(tx, viewer.id);
    if (!(await isMember(tx, roomId, viewer.id))) throw appError('not_found');
    await queries.setPinned(tx, roomId, viewer.id);
    if ((await queries.listPinned(tx, viewer.id)).length > CHAT_LIST.pinned)
      throw appError('too_many_pinned');
    after(() => notifyMoved(context, viewer, roomId));
  });
/** Unpins a room. Idempotent. Throws `not_found` to a non-member. */
export async function unpinRoom(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
): Promise<void> {
  if (!(await queries.clearPinned(context.db, roomId, viewer.id))) throw appError('not_found');
  notifyMoved(context, viewer, roomId);
}
/**
 * Puts the pinned rooms into an order; those that the list does not name follow in their former
 * order. A room that is no longer pinned stays unpinned. Throws `not_found` if the list names no
 * pinned room.
 */
export const orderPinned = (context: AppContext, viewer: Viewer, rooms: string[]): Promise<void> =>
  transaction(context, async (tx, after) => {
    await lockPerson(tx, viewer.id);
    const pinned = await queries.listPinned(tx, viewer.id);
    const named = [...new Set(rooms.map((id) => id.toLowerCase()))].filter((id) =>
      pinned.includes(id),
    );
    if (named.length === 0) throw appError('not_found');
    await queries.rankPinned(tx, viewer.id, [
      ...named,
      ...pinned.filter((id) => !named.includes(id)),
    ]);
    after(() => notifyMoved(context, viewer, named[0]!));
  });
/**
 * Moves a room into the caller's archive or out of it. Idempotent. Throws `not_found` to a
 * non-member.
 */
export async function setArchived(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  isArchived: boolean,
): Promise<void> {
  if (!(await queries.setArchived(context.db, roomId, viewer.id, isArchived)))
    throw appError('not_found');
  notifyMoved(context, viewer, roomId);
}
