import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';

export type SupportMessage = {
  id: string;
  user_id: string | null;
  email: string | null;
  text: string;
  client_id: string | null;
};

export const isKept = async (db: Db, clientId: string, text: string): Promise<boolean> =>
  (
    await sql`
      select 1
      from support_messages
      where client_id = ${clientId} and md5(text) = md5(${text})
    `.execute(db)
  ).rows.length > 0;
/** Inserts a support message unless it exists already. */
export const insertMessage = (tx: Tx, row: SupportMessage) =>
  sql`
    insert into support_messages (id, user_id, email, text, client_id)
    values (${row.id}, ${row.user_id}, ${row.email}, ${row.text}, ${row.client_id})
    on conflict (client_id, md5(text)) where client_id is not null do nothing
  `.execute(tx);
export const forgetSender = (tx: Tx, userId: string) =>
  tx
    .updateTable('support_messages')
    .set({ user_id: null, email: null })
    .where('user_id', '=', userId)
    .execute();
export type AppealRow = {
  id: string;
  text: string;
  email: string | null;
  answer: string | null;
  created_at: Date;
};
export function pickMessagesBy(
  db: Db,
  userId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<AppealRow[]> {
  let query = db
    .selectFrom('support_messages')
    .select(['id', 'text', 'email', 'answer', 'created_at'])
    .where('user_id', '=', userId);
  if (after !== undefined) query = query.where('id', '>', after);
  return query.orderBy('id').limit(limit).execute();
}
