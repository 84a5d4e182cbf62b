import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Suspicion } from '@respa/contract/classified-rules';
import type { Passport } from '@respa/contract/classifieds';
import { CLASSIFIEDS } from '@respa/contract/limits';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import { ALL_SUSPENDED, suspendedNow } from '#features/account/service.ts';
import type { PostPicture } from '#features/media/service.ts';
import type { MentionItem } from '#features/people/service.ts';

export type StoredPassport = Static<typeof Passport>;
export type AdRow = {
  id: string;
  owner_id: string;
  title: string;
  description: string;
  price: number;
  game: string;
  phone: string;
  pictures: PostPicture[];
  passport: StoredPassport | null;
  warnings: Suspicion[];
  mentions: MentionItem[];
  looks: number;
  created_at: Date;
  ends_at: Date | null;
  closed_at: Date | null;
};
/** An ad as a viewer sees it. */
export type SeenRow = AdRow & { is_favourite: boolean; is_shut_out: boolean };
export type AdForViewer = Pick<
  SeenRow,
  'owner_id' | 'phone' | 'ends_at' | 'closed_at' | 'is_shut_out'
>;
const columns = [
  'id',
  'owner_id',
  'title',
  'description',
  'price',
  'game',
  'phone',
  'pictures',
  'passport',
  'warnings',
  'mentions',
  'looks',
  'created_at',
  'ends_at',
  'closed_at',
] as const;
const ON_SALE = 'listed and (ends_at is null or ends_at > now())';
/** The condition for ads that are currently in public lists. */
export const LIVE = `${ON_SALE} and not ${suspendedNow('classifieds.owner_id')}`;
/** The same condition for counting a thousand rows. */
export const LIVE_COUNTED = `${ON_SALE} and owner_id not in (${ALL_SUSPENDED})`;

type NewAd = Pick<
  AdRow,
  | 'id'
  | 'owner_id'
  | 'title'
  | 'description'
  | 'price'
  | 'game'
  | 'phone'
  | 'pictures'
  | 'passport'
  | 'warnings'
  | 'mentions'
  | 'created_at'
  | 'ends_at'
>;
export const insertAd = (tx: Tx, { pictures, passport, warnings, mentions, ...row }: NewAd) =>
  tx
    .insertInto('classifieds')
    .values({
      ...row,
      pictures: JSON.stringify(pictures),
      warnings: JSON.stringify(warnings),
      mentions: JSON.stringify(mentions),
      passport: passport === null ? null : JSON.stringify(passport),
    })
    .execute();
export type AdChange = Partial<
  Pick<
    AdRow,
    | 'title'
    | 'description'
    | 'price'
    | 'game'
    | 'phone'
    | 'pictures'
    | 'passport'
    | 'warnings'
    | 'mentions'
    | 'ends_at'
    | 'closed_at'
  > & { listed: boolean; matched_at: Date | null }
>;
export const updateAd = (
  tx: Tx,
  id: string,
  { pictures, passport, warnings, mentions, ...change }: AdChange,
) =>
  tx
    .updateTable('classifieds')
    .set({
      ...change,
      ...(warnings === undefined ? {} : { warnings: JSON.stringify(warnings) }),
      ...(mentions === undefined ? {} : { mentions: JSON.stringify(mentions) }),
      ...(pictures === undefined ? {} : { pictures: JSON.stringify(pictures) }),
      ...(passport === undefined
        ? {}
        : { passport: passport === null ? null : JSON.stringify(passport) }),
    })
    .where('id', '=', id)
    .execute();
export const deleteAds = (tx: Tx, ids: readonly string[]) =>
  sql`delete from classifieds where id = any(${[...ids]}::uuid[])`.execute(tx);
export type LockedRow = Pick<
  AdRow,
  'id' | 'owner_id' | 'title' | 'description' | 'mentions' | 'pictures' | 'ends_at' | 'closed_at'
> & { matched_at: Date | null };
const changing = [
  'id',
  'owner_id',
  'title',
  'description',
  'mentions',
  'pictures',
  'ends_at',
  'closed_at',
  'matched_at',
] as const;
/** Locks an ad, so that changes to it are serialised. */
export const lockAd = (tx: Tx, id: string): Promise<LockedRow | undefined> =>
  tx
    .selectFrom('classifieds')
    .select(changing)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst() as Promise<LockedRow | undefined>;
/** Locks all ads of a user, in a fixed order. */
export const lockOwn = (tx: Tx, ownerId: string): Promise<LockedRow[]> =>
  tx
    .selectFrom('classifieds')
    .select(changing)
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .forUpdate()
    .execute() as Promise<LockedRow[]>;
/** The columns of an ad that saved searches are matched against. */
export type Matchable = Pick<AdRow, 'id' | 'owner_id' | 'price' | 'ends_at' | 'closed_at'> & {
  matched_at: Date | null;
  search: string;
  game_key: string;
  has_pictures: boolean;
};
export const lockMatchable = (tx: Tx, id: string): Promise<Matchable | undefined> =>
  tx
    .selectFrom('classifieds')
    .select([
      'id',
      'owner_id',
      'price',
      'ends_at',
      'closed_at',
      'matched_at',
      'search',
      'game_key',
      'has_pictures',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
const unmatched = statement<{ id: string }, [before: string, limit: number]>(
  `
    select id
    from classifieds
    where matched_at is null and ${LIVE} and id < $1
    order by id
    limit $2
  `,
);
/** Returns ads older than an id that have not been matched against saved searches, oldest first. */
export const pickUnmatched = async (db: Db, before: string, limit: number): Promise<string[]> =>
  (await unmatched(db, before, limit)).map(({ id }) => id);
export async function countOwn(db: Db, ownerId: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    select count(*)::int as count
    from (
      select
      from classifieds
      where owner_id = ${ownerId}
      limit ${CLASSIFIEDS.each}
    ) as own
  `.execute(db);
  return rows[0]!.count;
}

/** SQL: whether `$2` cannot see the ads of the owner of `c`. */
export const SHUT_OUT = `exists (select from blocks where blocker_id = c.owner_id and blocked_id = $2) or ${suspendedNow('c.owner_id')} as is_shut_out`;
const adForViewer = statement<AdForViewer, [id: string, viewerId: string | null]>(
  `
    select c.owner_id, c.phone, c.ends_at, c.closed_at, ${SHUT_OUT}
    from classifieds c
    where c.id = $1
  `,
);
/** Returns the owner of an ad, and whether the user can see it. */
export const findAdStatus = async (
  db: Db,
  id: string,
  viewerId: string | null,
): Promise<AdForViewer | undefined> => (await adForViewer(db, id, viewerId))[0];
const oneFor = statement<SeenRow, [id: string, viewerId: string | null]>(`
  select ${columns.map((name) => `c.${name}`).join(', ')}, f.ad_id is not null as is_favourite,
    ${SHUT_OUT}
  from classifieds c
  left join classified_favourites f on f.ad_id = c.id and f.user_id = $2
  where c.id = $1
`);
export const findAd = async (
  db: Db,
  id: string,
  viewerId: string | null,
): Promise<SeenRow | undefined> => (await oneFor(db, id, viewerId))[0];
/** The columns of a card: the number and the full long text stay in the database. */
export type CardRow = Omit<
  SeenRow,
  'phone' | 'passport' | 'warnings' | 'mentions' | 'is_shut_out'
> & {
  is_account: boolean;
};
const someFor = statement<CardRow, [ids: string[], viewerId: string]>(`
  select c.id,
    c.owner_id,
    c.title,
    left(c.description, ${CLASSIFIEDS.beginning}) as description,
    c.price,
    c.game,
    c.pictures,
    c.looks,
    c.created_at,
    c.ends_at,
    c.closed_at,
    c.passport is not null as is_account,
    f.ad_id is not null as is_favourite
  from classifieds c
  left join classified_favourites f on f.ad_id = c.id and f.user_id = $2
  where c.id = any($1::uuid[])
`);
/** Returns the ads of a list, in the order of the ids; deleted ones are omitted. */
export async function gatherCards(db: Db, ids: string[], viewerId: string): Promise<CardRow[]> {
  const rows = new Map(
    (ids.length === 0 ? [] : await someFor(db, ids, viewerId)).map((row) => [row.id, row]),
  );
  return ids.flatMap((id) => rows.get(id) ?? []);
}
const ENDED_AT_ONCE = 1_000;
/** Unlists expired ads; returns whether there may be more. */
export async function unlistEnded(db: Db): Promise<boolean> {
  const { rows } = await sql`
      update classifieds
      set listed = false
      where id in (
        select id
        from classifieds
        where listed and ends_at <= now()
        order by ends_at
        limit ${ENDED_AT_ONCE}
        for update skip locked
      )
      returning 1
    `.execute(db);
  return rows.length === ENDED_AT_ONCE;
}
