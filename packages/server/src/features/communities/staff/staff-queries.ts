import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';

export const listEditors = async (db: Db | Tx, publicId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('public_editors')
      .select('user_id')
      .where('public_id', '=', publicId)
      .orderBy('created_at')
      .orderBy('user_id')
      .limit(100)
      .execute()
  ).map((row) => row.user_id);
export const insertEditor = (tx: Tx, publicId: string, userId: string) =>
  tx
    .insertInto('public_editors')
    .values({ public_id: publicId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
export const deleteEditor = async (tx: Tx, publicId: string, userId: string): Promise<boolean> =>
  (
    await tx
      .deleteFrom('public_editors')
      .where('public_id', '=', publicId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  ).numDeletedRows === 1n;

export const insertBan = (tx: Tx, publicId: string, userId: string, reason: string) =>
  sql`
    insert into public_bans (public_id, user_id, reason)
    values (${publicId}, ${userId}, ${reason})
    on conflict (public_id, user_id) do update set reason = excluded.reason
  `.execute(tx);
export const deleteBan = async (db: Db, publicId: string, userId: string): Promise<boolean> =>
  (
    await db
      .deleteFrom('public_bans')
      .where('public_id', '=', publicId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  ).numDeletedRows === 1n;
export type BanRow = { user_id: string; reason: string; created_at: Date };
/** `before` is the last person that the caller has seen. */
export async function pickBans(
  db: Db,
  publicId: string,
  page: { before?: string | undefined; limit: number },
): Promise<BanRow[]> {
  const { rows } = await sql<BanRow>`
      select user_id, reason, created_at
      from public_bans
      where public_id = ${publicId} ${
        page.before === undefined
          ? sql``
          : sql`
          and (created_at, user_id) < (
            select created_at, user_id
            from public_bans
            where public_id = ${publicId} and user_id = ${page.before}
          )
        `
      }
      order by created_at desc, user_id desc
      limit ${page.limit}
    `.execute(db);
  return rows;
}
/**
 * Returns who leads a community after its admin: the longest-serving editor, else its first
 * subscriber.
 */
export async function findSuccessor(
  tx: Tx,
  publicId: string,
  adminId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id
    from (
      (
        select user_id, 0 as place
        from public_editors
        where public_id = ${publicId} and user_id <> ${adminId}
        order by created_at, user_id
        limit 1
      )
      union all (
        select user_id, 1
        from public_subscriptions
        where public_id = ${publicId} and user_id <> ${adminId}
        order by id
        limit 1
      )
    ) as heirs
    order by place
    limit 1
  `.execute(tx);
  return rows[0]?.user_id;
}
