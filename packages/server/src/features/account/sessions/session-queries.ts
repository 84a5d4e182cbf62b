import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';

export const insertSession = (
  tx: Tx,
  row: { id: string; user_id: string; media_hash: Buffer; device: string },
) => tx.insertInto('sessions').values(row).execute();
export const insertToken = (tx: Tx, row: { hash: Buffer; session_id: string; turn: number }) =>
  tx
    .insertInto('session_tokens')
    .values({ ...row, first_used_at: null, dies_at: null })
    .execute();
export type TokenRow = {
  session_id: string;
  turn: number;
  first_used_at: Date | null;
  user_id: string;
  email: string;
  activated_at: Date | null;
  used_at: Date;
  signed_in_at: Date;
  has_factor: boolean;
};
/** A session is alive that was used after `used` and began after `begun`. */
export type AliveSince = { used: Date; begun: Date };
export async function findToken(
  db: Db,
  hash: Buffer,
  { used, begun }: AliveSince,
): Promise<TokenRow | undefined> {
  const { rows } = await sql<TokenRow>`
    select t.session_id, t.turn, t.first_used_at, s.user_id, s.used_at,
      s.created_at as signed_in_at, a.email, a.activated_at,
      coalesce(f.confirmed_at > a.activated_at, false) as has_factor
    from session_tokens t
    join sessions s on s.id = t.session_id
    join accounts a on a.id = s.user_id
    left join second_factors f on f.user_id = s.user_id
    where t.hash = ${hash}
      and (t.dies_at is null or t.dies_at > now())
      and s.used_at > ${used}
      and s.created_at > ${begun}
  `.execute(db);
  return rows[0];
}
/**
 * The first use of a token gives the previous ones one minute to live. The session is locked first,
 * because two tokens used at once would otherwise wait for each other's rows.
 */
export async function markTokenUsed(
  db: Db,
  hash: Buffer,
  sessionId: string,
  turn: number,
): Promise<void> {
  await sql`
    with locked as (
      select id
      from sessions
      where id = ${sessionId}
      for update
    ), used as (
      update session_tokens
      set first_used_at = now()
      from locked
      where session_id = locked.id and hash = ${hash} and first_used_at is null
      returning 1
    )
    update session_tokens
    set dies_at = now() + interval '1 minute'
    where session_id = ${sessionId}
      and turn < ${turn}
      and dies_at is null
      and exists (select 1 from used)
  `.execute(db);
}
export const touchSession = (db: Db, id: string) =>
  db
    .updateTable('sessions')
    .set({ used_at: sql`now()` })
    .where('id', '=', id)
    .execute();
export const lockSession = (tx: Tx, id: string) =>
  tx
    .selectFrom('sessions')
    .select(['id', 'user_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
export const hasSession = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('sessions').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;
export const lastTurn = async (tx: Tx, sessionId: string): Promise<number> =>
  (
    await tx
      .selectFrom('session_tokens')
      .select((e) => e.fn.max('turn').as('turn'))
      .where('session_id', '=', sessionId)
      .executeTakeFirst()
  )?.turn ?? 0;
export const deleteDeadTokens = (tx: Tx, sessionId: string) =>
  tx
    .deleteFrom('session_tokens')
    .where('session_id', '=', sessionId)
    .where('dies_at', '<', sql<Date>`now()`)
    .execute();
/** Deletes the tokens of a session from before a turn, except the one of the turn in use. */
export const deleteTokensBefore = (
  tx: Tx,
  sessionId: string,
  { turn, except }: { turn: number; except: number },
) =>
  tx
    .deleteFrom('session_tokens')
    .where('session_id', '=', sessionId)
    .where('turn', '<', turn)
    .where('turn', '<>', except)
    .execute();
/**
 * Gives a session a new media token; the previous one stays with the session token of its turn and
 * expires with it.
 */
export async function turnMediaHash(
  tx: Tx,
  sessionId: string,
  { turn, hash }: { turn: number; hash: Buffer },
): Promise<void> {
  await sql`
    update session_tokens t
    set media_hash = s.media_hash
    from sessions s
    where s.id = t.session_id and t.session_id = ${sessionId} and t.turn = ${turn}
  `.execute(tx);
  await tx.updateTable('sessions').set({ media_hash: hash }).where('id', '=', sessionId).execute();
}
export async function findByMediaHash(
  db: Db,
  hash: Buffer,
  { used, begun }: AliveSince,
): Promise<{ user_id: string; id: string } | undefined> {
  const { rows } = await sql<{ user_id: string; id: string }>`
    with found as (
      select id
      from sessions
      where media_hash = ${hash}
      union all
      select session_id
      from session_tokens
      where media_hash = ${hash} and (dies_at is null or dies_at > now())
    )
    select s.user_id, s.id
    from found
    join sessions s on s.id = found.id
    join accounts a on a.id = s.user_id
    where a.activated_at is not null
      and s.used_at > ${used}
      and s.created_at > ${begun}
    limit 1
  `.execute(db);
  return rows[0];
}
export const listSessions = (db: Db, userId: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .limit(100)
    .execute();
export type SessionRow = { id: string; device: string; created_at: Date; used_at: Date };
export function pickSessions(
  db: Db,
  userId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<SessionRow[]> {
  let query = db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'used_at'])
    .where('user_id', '=', userId);
  if (after !== undefined) query = query.where('id', '>', after);
  return query.orderBy('id').limit(limit).execute();
}
/** Ends sessions of a person: one, or all but one. Returns the ids of the ended ones. */
export async function deleteSessions(
  tx: Tx | Db,
  userId: string,
  which: { only?: string; except?: string },
): Promise<string[]> {
  let query = tx.deleteFrom('sessions').where('user_id', '=', userId);
  if (which.only !== undefined) query = query.where('id', '=', which.only);
  if (which.except !== undefined) query = query.where('id', '<>', which.except);
  return (await query.returning('id').execute()).map((row) => row.id);
}
/** Deletes sessions that are not alive. Returns them. */
export const deleteOldSessions = (
  db: Db,
  { used, begun }: AliveSince,
): Promise<{ id: string; user_id: string }[]> =>
  db
    .deleteFrom('sessions')
    .where((e) => e.or([e('used_at', '<', used), e('created_at', '<', begun)]))
    .returning(['id', 'user_id'])
    .execute();
