import { sql } from 'kysely';
import type { SCHEDULED_PROBLEMS } from '@respa/contract/scheduled';
import { statement, type Db, type Tx } from '#platform/database/db.ts';

export type Problem = (typeof SCHEDULED_PROBLEMS)[number];
export type ScheduledRow = {
  id: string;
  room_id: string;
  is_group: boolean;
  user_id: string;
  text: string;
  is_silent: boolean;
  due_at: Date;
  problem: Problem | null;
};
const columns = `
  s.id, s.room_id, s.user_id, s.text, s.is_silent, s.due_at, s.problem, r.is_group
`;
const inRoom = statement<ScheduledRow, [userId: string, roomId: string, limit: number]>(`
  select ${columns}
  from scheduled_messages s
  join rooms r on r.id = s.room_id
  where s.user_id = $1 and s.room_id = $2
  order by s.due_at, s.id
  limit $3
`);
const everywhere = statement<ScheduledRow, [userId: string, limit: number]>(`
  select ${columns}
  from scheduled_messages s
  join rooms r on r.id = s.room_id
  where s.user_id = $1
  order by s.due_at, s.id
  limit $2
`);
/** Returns a user's scheduled messages of one room or of all, the next one first. */
export const listScheduled = (
  db: Db,
  userId: string,
  roomId: string | undefined,
  limit: number,
): Promise<ScheduledRow[]> =>
  roomId === undefined ? everywhere(db, userId, limit) : inRoom(db, userId, roomId, limit);
const afterId = statement<ScheduledRow, [userId: string, after: string, limit: number]>(`
  select ${columns}
  from scheduled_messages s
  join rooms r on r.id = s.room_id
  where s.user_id = $1 and s.id > $2
  order by s.id
  limit $3
`);
/** Returns a user's scheduled messages after an id, in the order of ids. */
export const pickScheduledAfter = (
  db: Db,
  userId: string,
  after: string,
  limit: number,
): Promise<ScheduledRow[]> => afterId(db, userId, after, limit);
/** Locks a scheduled message, so that it is changed, sent or deleted once. */
export async function lockScheduled(tx: Tx, id: string): Promise<ScheduledRow | undefined> {
  const { rows } = await sql<ScheduledRow>`
    select ${sql.raw(columns)}
    from scheduled_messages s
    join rooms r on r.id = s.room_id
    where s.id = ${id}
    for update of s
  `.execute(tx);
  return rows[0];
}
export async function countScheduled(tx: Tx, userId: string, roomId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from scheduled_messages
    where user_id = ${userId} and room_id = ${roomId}
  `.execute(tx);
  return rows[0]!.count;
}
export const insertScheduled = (tx: Tx, row: Omit<ScheduledRow, 'problem' | 'is_group'>) =>
  tx.insertInto('scheduled_messages').values(row).execute();
export const changeScheduled = (
  tx: Tx,
  id: string,
  change: Partial<Pick<ScheduledRow, 'text' | 'is_silent' | 'due_at' | 'problem'>>,
) => tx.updateTable('scheduled_messages').set(change).where('id', '=', id).execute();
export const deleteScheduled = (tx: Tx, id: string) =>
  tx.deleteFrom('scheduled_messages').where('id', '=', id).execute();
