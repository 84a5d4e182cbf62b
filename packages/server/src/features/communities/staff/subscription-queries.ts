import { sql } from 'kysely';
import { LAST_ID } from '#platform/database/paging.ts';
import { statement, type Db, type Tx } from '#platform/database/db.ts';

export async function insertSubscription(
  tx: Tx,
  publicId: string,
  userId: string,
  id: string,
): Promise<boolean> {
  const done = await tx
    .insertInto('public_subscriptions')
    .values({ public_id: publicId, user_id: userId, id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}
export const deleteSubscription = async (
  tx: Tx,
  publicId: string,
  userId: string,
): Promise<boolean> =>
  (
    await tx
      .deleteFrom('public_subscriptions')
      .where('public_id', '=', publicId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  ).numDeletedRows === 1n;
export const isSubscriber = async (
  db: Db | Tx,
  publicId: string,
  userId: string,
): Promise<boolean> =>
  (await db
    .selectFrom('public_subscriptions')
    .select('id')
    .where('public_id', '=', publicId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;

type Page = { before?: string | undefined; skip: number; limit: number };
const subscribersOf = statement<
  { user_id: string },
  [publicId: string, before: string, skip: number, limit: number]
>(
  'select user_id from public_subscriptions where public_id = $1 and id < $2 order by id desc offset $3 limit $4',
);
const subscribedBy = statement<
  { public_id: string },
  [userId: string, before: string, skip: number, limit: number]
>(
  'select public_id from public_subscriptions where user_id = $1 and id < $2 order by id desc offset $3 limit $4',
);
const sharedBy = statement<
  { public_id: string; count: number },
  [userId: string, otherId: string, limit: number]
>(`
  select a.public_id, count(*) over ()::int as count
  from public_subscriptions a
  where a.user_id = $1
    and exists (
      select
      from public_subscriptions b
      where b.public_id = a.public_id and b.user_id = $2
      offset 0
    )
  order by a.id desc
  limit $3
`);
/**
 * Returns the communities that both users follow, newest of the first one first, with their number.
 */
export const pickShared = (
  db: Db,
  userId: string,
  otherId: string,
  limit: number,
): Promise<{ public_id: string; count: number }[]> => sharedBy(db, userId, otherId, limit);
/** Returns the subscribers of a community, newest first. `before` is a subscription's id. */
export const pickSubscribers = async (db: Db, publicId: string, page: Page): Promise<string[]> =>
  (await subscribersOf(db, publicId, page.before ?? LAST_ID, page.skip, page.limit)).map(
    (row) => row.user_id,
  );
/** Returns the subscriptions of a user, newest first. `before` is a subscription's id. */
export const pickSubscribed = async (db: Db, userId: string, page: Page): Promise<string[]> =>
  (await subscribedBy(db, userId, page.before ?? LAST_ID, page.skip, page.limit)).map(
    (row) => row.public_id,
  );
export const findSubscription = async (
  db: Db,
  publicId: string,
  userId: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('public_subscriptions')
      .select('id')
      .where('public_id', '=', publicId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.id;
/** Returns a user's newest subscription that is not among the given communities. */
export async function findOther(
  db: Db,
  userId: string,
  without: string[],
): Promise<string | undefined> {
  const { rows } = await sql<{
    public_id: string;
  }>`
    select public_id
    from public_subscriptions
    where user_id = ${userId} and public_id <> all(${without}::uuid[])
    order by id desc
    limit 1
  `.execute(db);
  return rows[0]?.public_id;
}
/** Deletes all subscriptions of a user and updates the communities' counters. */
export async function deleteSubscriptionsOf(tx: Tx, userId: string): Promise<void> {
  await sql`
    select id
    from publics
    where id in (
      select public_id
      from public_subscriptions
      where user_id = ${userId}
    )
    order by id
    for no key update
  `.execute(tx);
  await sql`
    with gone as (
      delete from public_subscriptions
      where user_id = ${userId}
      returning public_id
    )
    update publics p
    set subscribers_count = p.subscribers_count - 1
    from gone
    where p.id = gone.public_id
  `.execute(tx);
}
/** Decrements the subscribers' counters before a community is deleted. */
export const uncountSubscribers = (tx: Tx, publicId: string) =>
  sql`
    update people
    set subscribes_count = subscribes_count - 1
    where id in (
      select user_id
      from public_subscriptions
      where public_id = ${publicId}
    )
  `.execute(tx);
