import { sql } from 'kysely';
import { PROMOS } from '@respa/contract/limits';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import { suspendedNow } from '#features/account/service.ts';
import type { PostPicture } from '#features/media/service.ts';

export type StoredState = 'waiting' | 'shown' | 'refused' | 'ended';
export type PromoRow = {
  id: string;
  owner_id: string;
  title: string;
  text: string;
  link: string;
  picture: PostPicture;
  state: StoredState;
  reason: string;
  days: number;
  views: number;
  clicks: number;
  created_at: Date;
  approved_at: Date | null;
  ends_at: Date | null;
};
/**
 * An ad with the viewer's access. `is_shut_out`: the author blocks the viewer, the viewer blocks
 * the author, or the author is suspended.
 */
export type SeenRow = PromoRow & { is_shut_out: boolean };
const columns = [
  'id',
  'owner_id',
  'title',
  'text',
  'link',
  'picture',
  'state',
  'reason',
  'days',
  'views',
  'clicks',
  'created_at',
  'approved_at',
  'ends_at',
] as const;

type NewPromo = Pick<
  PromoRow,
  'id' | 'owner_id' | 'title' | 'text' | 'link' | 'picture' | 'days' | 'created_at'
>;
export const insertPromo = (tx: Tx, { picture, ...row }: NewPromo) =>
  tx
    .insertInto('promos')
    .values({ ...row, picture: JSON.stringify(picture) })
    .execute();
export const updatePromo = (
  tx: Tx,
  id: string,
  change: Partial<Pick<PromoRow, 'state' | 'reason' | 'approved_at' | 'ends_at'>>,
) => tx.updateTable('promos').set(change).where('id', '=', id).execute();
export const deletePromos = (tx: Tx, ids: readonly string[]) =>
  sql`delete from promos where id = any(${[...ids]}::uuid[])`.execute(tx);
/** Locks an ad, so that changes to it happen one after another. */
export const lockPromo = (tx: Tx, id: string): Promise<PromoRow | undefined> =>
  tx
    .selectFrom('promos')
    .select(columns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst() as Promise<PromoRow | undefined>;
/** Locks all ads of a user, in one order. */
export const lockOwn = (tx: Tx, ownerId: string): Promise<PromoRow[]> =>
  tx
    .selectFrom('promos')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .forUpdate()
    .execute() as Promise<PromoRow[]>;

const oneFor = statement<SeenRow, [id: string, viewerId: string | null]>(`
  select ${columns.map((name) => `p.${name}`).join(', ')},
    exists (
      select
      from blocks
      where blocker_id = p.owner_id and blocked_id = $2
    ) or exists (
      select
      from blocks
      where blocker_id = $2 and blocked_id = p.owner_id
    ) or ${suspendedNow('p.owner_id')} as is_shut_out
  from promos p
  where p.id = $1
`);
export const findPromo = async (
  db: Db,
  id: string,
  viewerId: string | null,
): Promise<SeenRow | undefined> => (await oneFor(db, id, viewerId))[0];

type Walk = { after?: string | undefined; limit: number };
/** SQL: whether a title contains a folded text. */
const titled = (folded: string) => sql<boolean>`strpos(fold_search(title), ${folded}) > 0`;
/** Returns a user's ads, newest first, filtered by a folded text in their title. */
export async function pickOwn(
  db: Db,
  ownerId: string,
  { after, limit, skip = 0, folded = '' }: Walk & { skip?: number; folded?: string },
): Promise<PromoRow[]> {
  let query = db.selectFrom('promos').select(columns).where('owner_id', '=', ownerId);
  if (after !== undefined) query = query.where('id', '<', after);
  if (folded !== '') query = query.where(titled(folded));
  return query.orderBy('id', 'desc').offset(skip).limit(limit).execute() as Promise<PromoRow[]>;
}
/** Returns the ads that wait for the admin, oldest first. */
export async function pickWaiting(db: Db, { after, limit }: Walk): Promise<PromoRow[]> {
  let query = db.selectFrom('promos').select(columns).where('state', '=', 'waiting');
  if (after !== undefined) query = query.where('id', '>', after);
  return query.orderBy('id').limit(limit).execute() as Promise<PromoRow[]>;
}
export async function countOwn(db: Db, ownerId: string, folded = ''): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    select count(*)::int as count
    from (
      select
      from promos
      where owner_id = ${ownerId} ${folded === '' ? sql`` : sql`and ${titled(folded)}`}
      limit ${PROMOS.each}
    ) as own
  `.execute(db);
  return rows[0]!.count;
}
const MOST_COUNTED = 1_000;
/** Returns how many ads wait, up to a thousand. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    select count(*)::int as count
    from (
      select
      from promos
      where state = 'waiting'
      limit ${MOST_COUNTED}
    ) as waiting
  `.execute(db);
  return rows[0]!.count;
}
const ENDED_AT_ONCE = 1_000;
/** Takes ended ads out of the rotation. Returns whether there may be more. */
export async function sweepEnded(db: Db): Promise<boolean> {
  const { rows } = await sql`
      update promos
      set state = 'ended'
      where id in (
        select id
        from promos
        where state = 'shown' and ends_at <= now()
        order by ends_at
        limit ${ENDED_AT_ONCE}
        for update skip locked
      )
      returning 1
    `.execute(db);
  return rows.length === ENDED_AT_ONCE;
}
