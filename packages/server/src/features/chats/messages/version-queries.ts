import { sql } from 'kysely';
import type { StyledPart } from '@respa/contract/formatting';
import type { Db, Tx } from '#platform/database/db.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { MessageRow } from './message-rows.ts';

/** How many former texts of a message are kept, the newest ones. */
const MOST = 50;
export type VersionRow = {
  message_id: string;
  text: string;
  formatting: StyledPart[];
  written_at: Date;
};

/** Keeps what a message said before an edit. The caller holds the room's lock. */
export async function insertVersion(tx: Tx, former: MessageRow): Promise<void> {
  await tx
    .insertInto('message_versions')
    .values({
      id: newId(),
      room_id: former.room_id,
      message_id: former.id,
      text: former.text,
      formatting: JSON.stringify(former.formatting),
      written_at: former.edited_at ?? former.created_at,
    })
    .execute();
  await sql`
    delete from message_versions
    where id in (
      select id
      from message_versions
      where message_id = ${former.id}
      order by id desc
      offset ${sql.lit(MOST)}
    )
  `.execute(tx);
}
export const deleteVersions = (tx: Tx, messageId: string) =>
  tx.deleteFrom('message_versions').where('message_id', '=', messageId).execute();

/** Returns the former texts of messages, the newest first. */
export async function gatherVersions(
  db: Db,
  messageIds: readonly string[],
): Promise<Map<string, VersionRow[]>> {
  if (messageIds.length === 0) return new Map();
  const { rows } = await sql<VersionRow>`
    select message_id, text, formatting, written_at
    from message_versions
    where message_id = any(${messageIds}::uuid[])
    order by message_id, id desc
  `.execute(db);
  return Map.groupBy(rows, (row) => row.message_id);
}
