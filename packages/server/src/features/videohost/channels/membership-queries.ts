import { sql } from 'kysely';
import { statement, type Db, type Tx } from '#platform/database/db.ts';

// ── subscriptions
export const insertSubscription = (tx: Tx, channelId: string, userId: string, id: string) =>
  tx
    .insertInto('channel_subscriptions')
    .values({ channel_id: channelId, user_id: userId, id })
    .execute();
export const deleteSubscription = (tx: Tx, channelId: string, userId: string) =>
  tx
    .deleteFrom('channel_subscriptions')
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .execute();
export const isSubscriber = async (
  db: Db | Tx,
  channelId: string,
  userId: string,
): Promise<boolean> =>
  (await db
    .selectFrom('channel_subscriptions')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;
export const findSubscription = async (
  db: Db,
  channelId: string,
  userId: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('channel_subscriptions')
      .select('id')
      .where('channel_id', '=', channelId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.id;
export const countSubscribed = async (db: Db | Tx, userId: string, most: number): Promise<number> =>
  (
    await sql<{
      count: number;
    }>`
      select count(*)::int as count
      from (
        select
        from channel_subscriptions
        where user_id = ${userId}
        limit ${most}
      ) mine
    `.execute(db)
  ).rows[0]!.count;

// ── helpers
const helpersOf = statement<{ user_id: string }, [channelId: string]>(
  'select user_id from channel_helpers where channel_id = $1 order by created_at, user_id',
);
export const listHelpers = async (db: Db | Tx, channelId: string): Promise<string[]> =>
  (await helpersOf(db, channelId)).map((row) => row.user_id);
export const insertHelper = (tx: Tx, channelId: string, userId: string) =>
  tx
    .insertInto('channel_helpers')
    .values({ channel_id: channelId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
export const deleteHelper = (tx: Tx, channelId: string, userId: string) =>
  tx
    .deleteFrom('channel_helpers')
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .execute();
