import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { After } from '#platform/database/transaction.ts';
import { groupChannel } from './group-channels.ts';
import {
  changeGroup,
  changeModerator,
  findSuccessor,
  insertSystemMessage,
} from './group-queries.ts';
import type { SystemMessage } from '../messages/message-rows.ts';
import { presentOne } from '../messages/message-views.ts';

/**
 * Adds a system message about an event of this transaction to a group's history. Members see it
 * after the commit; it makes no sound.
 */
export async function addSystemMessage(
  context: AppContext,
  tx: Tx,
  after: After,
  roomId: string,
  by: string,
  line: SystemMessage,
): Promise<void> {
  const row = await insertSystemMessage(tx, { roomId, id: newId(), by, line });
  after(async () => {
    const message = await presentOne(context, row);
    context.live.publish(`room:${roomId}`, {
      id: String(row.seq),
      data: { type: 'create', message },
    });
    context.live.publish(groupChannel(roomId), { data: { type: 'rooms-changed', roomId } });
  });
}
/**
 * Hands the group over after its creator has left: to the moderator who joined first, or
 * else to the member who did, if they are not suspended. Needs at least one remaining member.
 */
export async function transferGroup(
  context: AppContext,
  tx: Tx,
  after: After,
  roomId: string,
): Promise<void> {
  const successor = await findSuccessor(tx, roomId);
  await changeGroup(tx, roomId, { creator_id: successor });
  await changeModerator(tx, roomId, successor, false);
  await addSystemMessage(context, tx, after, roomId, successor, {
    kind: 'handed',
    userId: successor,
  });
}
