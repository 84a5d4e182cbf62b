import { sql } from 'kysely';
import { PROMOS } from '@respa/contract/limits';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import { suspendedNow } from '#features/account/service.ts';

/**
 * Returns a statement that finds the first eligible ad for a user after (or before) a rotation
 * position. The number of scanned ads is bounded, however few are eligible.
 */
const pick = (side: string) =>
  statement<{ id: string }, [viewerId: string, place: number, day: string]>(`
    select c.id
    from (
      select id, owner_id, ends_at, place
      from promos
      where state = 'shown' and ${side}
      order by place, id
      limit ${PROMOS.tried}
    ) c
    where c.ends_at > now()
      and c.owner_id <> $1
      and not exists (
        select
        from promo_seen s
        where s.user_id = $1 and s.promo_id = c.id and s.day = $3::date and s.viewed
      )
      and not exists (
        select
        from promo_hidden h
        where h.user_id = $1 and h.promo_id = c.id
      )
      and not exists (
        select
        from blocks b
        where b.blocker_id = $1 and b.blocked_id = c.owner_id
      )
      and not exists (
        select
        from blocks b
        where b.blocker_id = c.owner_id and b.blocked_id = $1
      )
      and not exists (
        select
        from mutes m
        where m.muter_id = $1 and m.muted_id = c.owner_id
      )
      and not ${suspendedNow('c.owner_id')}
    order by c.place, c.id
    limit 1
  `);
const [pickFrom, pickBefore] = [pick('place >= $2'), pick('place < $2')];
/** Returns the next ad for a user, starting at a rotation position between 0 and 1. */
export async function pickNext(
  db: Db,
  viewerId: string,
  index: number,
  day: string,
): Promise<string | undefined> {
  return (
    (await pickFrom(db, viewerId, index, day))[0] ?? (await pickBefore(db, viewerId, index, day))[0]
  )?.id;
}

export type Seen = 'viewed' | 'clicked';
const COUNTERS = { viewed: 'views', clicked: 'clicks' } as const;
/** Counts a user once a day. */
export async function count(
  tx: Tx,
  what: Seen,
  id: string,
  userId: string,
  day: string,
): Promise<void> {
  const [flag, counter] = [sql.ref(what), sql.ref(COUNTERS[what])];
  await sql`
    with added as (
      insert into promo_seen (user_id, promo_id, day, viewed, clicked)
      values (${userId}, ${id}, ${day}::date, ${what === 'viewed'}, ${what === 'clicked'})
      on conflict (user_id, promo_id, day) do update set ${flag} = true
      where not promo_seen.${flag}
      returning promo_id, day
    ),
    daily as (
      insert into promo_days (promo_id, day, ${counter})
      select promo_id, day, 1
      from added
      on conflict (promo_id, day) do update set ${counter} = promo_days.${counter} + 1
    )
    update promos p
    set ${counter} = p.${counter} + 1
    from added
    where p.id = added.promo_id
  `.execute(tx);
}
const FORGOTTEN_AT_ONCE = 10_000;
/** Deletes who saw which ad before a day. Returns whether there may be more. The counters stay. */
export async function deleteOldSeen(db: Db, day: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
      delete from promo_seen
      where ctid = any(array(select ctid from promo_seen where day < ${day}::date
        limit ${FORGOTTEN_AT_ONCE} for update skip locked))
    `.execute(db);
  return numAffectedRows === BigInt(FORGOTTEN_AT_ONCE);
}
/** Deletes who saw ads that no longer exist. Returns whether there may be more. */
export async function deleteSeenOf(db: Db, ids: readonly string[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
      delete from promo_seen
      where ctid = any(array(select ctid from promo_seen where promo_id = any(${[...ids]}::uuid[])
        limit ${FORGOTTEN_AT_ONCE} for update skip locked))
    `.execute(db);
  return numAffectedRows === BigInt(FORGOTTEN_AT_ONCE);
}
/** Subtracts a user's stored views and clicks from the counters; ads are locked in one order. */
export async function forgetSeen(tx: Tx, userId: string): Promise<void> {
  await sql`
    select id
    from promos
    where id in (select promo_id from promo_seen where user_id = ${userId})
    order by id
    for no key update
  `.execute(tx);
  await sql`
    with gone as (
      delete from promo_seen
      where user_id = ${userId}
      returning promo_id, day, viewed::int as views, clicked::int as clicks
    ),
    daily as (
      update promo_days d
      set views = d.views - gone.views, clicks = d.clicks - gone.clicks
      from gone
      where d.promo_id = gone.promo_id and d.day = gone.day
    ),
    summed as (
      select promo_id, sum(views)::int as views, sum(clicks)::int as clicks
      from gone
      group by promo_id
    )
    update promos p
    set views = p.views - summed.views, clicks = p.clicks - summed.clicks
    from summed
    where p.id = summed.promo_id
  `.execute(tx);
}
export const hide = (db: Db, id: string, userId: string) =>
  db
    .insertInto('promo_hidden')
    .values({ user_id: userId, promo_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export type DayRow = { date: string; views: number; clicks: number };
/** Returns the counters from a day on; days with no counts are left out. */
export const pickDays = (db: Db, id: string, from: string): Promise<DayRow[]> =>
  db
    .selectFrom('promo_days')
    .select(['day as date', 'views', 'clicks'])
    .where('promo_id', '=', id)
    .where('day', '>=', from)
    .orderBy('day')
    .execute() as Promise<DayRow[]>;
/** Returns the same for all ads of a user together. */
export async function pickOwnDays(db: Db, ownerId: string, from: string): Promise<DayRow[]> {
  return (
    await sql<DayRow>`
      select d.day as date, sum(d.views)::int as views, sum(d.clicks)::int as clicks
      from promos p
      join promo_days d on d.promo_id = p.id
      where p.owner_id = ${ownerId} and d.day >= ${from}::date
      group by d.day
      order by d.day
    `.execute(db)
  ).rows;
}

export type ExportedSeen = {
  promo_id: string;
  day: string;
  title: string | null;
  viewed: boolean;
  clicked: boolean;
};
/** Returns which ads a user saw, by ads and days; a deleted ad has no title. */
export async function pickExportedSeen(
  db: Db,
  userId: string,
  after: Pick<ExportedSeen, 'promo_id' | 'day'>,
  limit: number,
): Promise<ExportedSeen[]> {
  return (
    await sql<ExportedSeen>`
      select s.promo_id, s.day, p.title, s.viewed, s.clicked
      from promo_seen s
      left join promos p on p.id = s.promo_id
      where s.user_id = ${userId}
        and (s.promo_id, s.day) > (${after.promo_id}::uuid, ${after.day}::date)
      order by s.promo_id, s.day
      limit ${limit}
    `.execute(db)
  ).rows;
}
export type ExportedHidden = { promo_id: string; title: string };
export async function pickExportedHidden(
  db: Db,
  userId: string,
  after: string,
  limit: number,
): Promise<ExportedHidden[]> {
  return (
    await sql<ExportedHidden>`
      select h.promo_id, p.title
      from promo_hidden h
      join promos p on p.id = h.promo_id
      where h.user_id = ${userId} and h.promo_id > ${after}::uuid
      order by h.promo_id
      limit ${limit}
    `.execute(db)
  ).rows;
}
