import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { After } from '#platform/database/transaction.ts';
import { groupChannel } from './group-channels.ts';
import { changeGroup, findHeir, insertLine } from './group-queries.ts';
import type { SystemLine } from '../messages/message-queries.ts';
import { presentAll } from '../messages/messages.ts';

/** Writes into a group's history what happens to it in this transaction; who is in it sees it after the commit, and no sound rings. */
export async function addLine(
  context: AppContext,
  tx: Tx,
  after: After,
  roomId: string,
  by: string,
  line: SystemLine,
): Promise<void> {
  const row = await insertLine(tx, { roomId, id: newId(), by, line });
  after(async () => {
    const [message] = await presentAll(context, [row]);
    context.live.publish(`room:${roomId}`, {
      id: String(row.seq),
      data: { type: 'create', message },
    });
    context.live.publish(groupChannel(roomId), { data: { type: 'rooms-changed', roomId } });
  });
}
/** The creator has gone: whoever has been there longest, and is not suspended, takes the group over. Needs somebody who is left. */
export async function handOver(
  context: AppContext,
  tx: Tx,
  after: After,
  roomId: string,
): Promise<void> {
  const heir = await findHeir(tx, roomId);
  await changeGroup(tx, roomId, { creator_id: heir });
  await addLine(context, tx, after, roomId, heir, { kind: 'handed', userId: heir });
}
