import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { After } from '#platform/database/transaction.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import { notifySent } from './message-notices.ts';
import { insertMessage } from './message-queries.ts';
import { presentOne } from './message-views.ts';

/**
 * Adds a line about a call to a private conversation, unread for the person whom `by` called or
 * answered. Someone who may not write there leaves no line.
 */
export async function addCallLine(
  context: AppContext,
  tx: Tx,
  after: After,
  { roomId, by, kind }: { roomId: string; by: string; kind: 'missed_call' | 'declined_call' },
): Promise<void> {
  const written = await insertMessage(tx, {
    roomId,
    id: newId(),
    userId: by,
    text: '',
    media: [],
    clientId: null,
    isGroup: false,
    keepsDraft: true,
  });
  if (written === undefined) return;
  const system = { kind };
  await sql`
    update messages
    set system = ${JSON.stringify(system)}::jsonb
    where id = ${written.id}
      and room_id = ${roomId}
  `.execute(tx);
  after(async () => {
    const line = { ...written, system };
    const message = await presentOne(context, line);
    notifySent(context, { ...line, text: message.message }, message);
  });
}
