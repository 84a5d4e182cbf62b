import { sql } from 'kysely';
import type { Audience, SuggestedTo, WallAudience } from '@respa/contract/privacy';
import { OWN_PLAN, statement, type Db, type Tx } from '#platform/database/db.ts';
import { fitsWord, foldQuery, matches } from './search.ts';

export type CardRow = {
  id: string;
  name: string;
  surname: string;
  avatar_url: string;
  presence_for: Audience;
};
export type PersonRow = CardRow & {
  birth_date: string;
  country: string;
  city: string;
  about_me: string;
  banner_url: string;
  friends_count: number;
  subscribes_count: number;
  photos_count: number;
  posts_count: number;
  friends_posts_count: number;
  is_listed: boolean;
  last_online_at: Date | null;
  messages_for: Audience;
  wall_for: WallAudience;
  friends_for: Audience;
  games_for: Audience;
  suggested_to: SuggestedTo;
  link_cards: boolean;
};
const card = ['id', 'name', 'surname', 'avatar_url', 'presence_for'] as const;
/**
 * Returns a card as an SQL value, for a statement that selects the person's row under this alias;
 * null if there is no row.
 */
export const cardAs = (row: string): string =>
  `case when ${row}.id is not null then json_build_object(${card.map((name) => `'${name}', ${row}.${name}`).join(', ')}) end`;
const person = [
  ...card,
  'birth_date',
  'country',
  'city',
  'about_me',
  'banner_url',
  'friends_count',
  'subscribes_count',
  'photos_count',
  'posts_count',
  'friends_posts_count',
  'is_listed',
  'last_online_at',
  'messages_for',
  'wall_for',
  'friends_for',
  'games_for',
  'suggested_to',
  'link_cards',
] as const;

export const insertPerson = (
  tx: Tx,
  row: {
    id: string;
    name: string;
    surname: string;
    birth_date: string;
    country: string;
    city: string;
  },
) =>
  tx
    .insertInto('people')
    .values({ ...row, last_online_at: null })
    .execute();
export const setListed = (tx: Tx, id: string) =>
  tx.updateTable('people').set({ is_listed: true }).where('id', '=', id).execute();
const onePerson = statement<PersonRow, [id: string]>(
  `
    select ${person.join(', ')}
    from people
    where id = $1
  `,
);
const personFor = statement<PersonRow, [id: string, viewerId: string | null]>(`
  select ${person.join(', ')}
  from people
  where id = $1
    and is_listed
    and not exists (
      select
      from blocks
      where blocker_id = $1 and blocked_id = $2::uuid
    )
`);
const somePeople = statement<PersonRow, [ids: string[]]>(
  `
    select ${person.join(', ')}
    from people
    where id = any($1::uuid[])
  `,
);
const someCards = statement<CardRow, [ids: string[]]>(
  `
    select ${card.join(', ')}
    from people
    where id = any($1::uuid[])
  `,
);
export const findPerson = async (db: Db, id: string): Promise<PersonRow | undefined> =>
  (await onePerson(db, id))[0];
/** Returns a person whom the viewer can find: activated, and not blocking the viewer. */
export const findPersonFor = async (
  db: Db,
  id: string,
  viewerId: string | null,
): Promise<PersonRow | undefined> => (await personFor(db, id, viewerId))[0];
export const gatherCards = async (db: Db, ids: string[]): Promise<Map<string, CardRow>> => {
  if (ids.length === 0) return new Map();
  return new Map((await someCards(db, ids)).map((row) => [row.id, row]));
};
export const gatherPeople = async (db: Db, ids: string[]): Promise<Map<string, PersonRow>> => {
  if (ids.length === 0) return new Map();
  return new Map((await somePeople(db, ids)).map((row) => [row.id, row]));
};
export type PersonChange = Partial<{
  name: string;
  surname: string;
  birth_date: string;
  country: string;
  city: string;
  about_me: string;
  avatar_url: string;
  banner_url: string;
}>;
export const updatePerson = (tx: Tx, id: string, change: PersonChange) =>
  tx.updateTable('people').set(change).where('id', '=', id).execute();
export const lockPerson = (tx: Tx, id: string): Promise<PersonRow | undefined> =>
  tx
    .selectFrom('people')
    .select(person)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst() as Promise<PersonRow | undefined>;
export type Audiences = Partial<
  Pick<
    PersonRow,
    | 'messages_for'
    | 'wall_for'
    | 'friends_for'
    | 'presence_for'
    | 'games_for'
    | 'suggested_to'
    | 'link_cards'
  >
>;
export const setAudiences = (db: Db, id: string, change: Audiences) =>
  db.updateTable('people').set(change).where('id', '=', id).execute();
const audienceOfPresence = statement<{ presence_for: Audience }, [id: string]>(
  'select presence_for from people where id = $1',
);
export const findAudienceOfPresence = async (db: Db, id: string): Promise<Audience> =>
  (await audienceOfPresence(db, id))[0]?.presence_for ?? 'nobody';
export const setLastOnline = (db: Db, id: string) =>
  db
    .updateTable('people')
    .set({ last_online_at: sql`now()` })
    .where('id', '=', id)
    .execute();
/** Stores the last-online time of many users, unless a later one is stored. */
export const keepLastOnline = (db: Db, ids: string[], at: Date) =>
  sql`
    update people
    set last_online_at = ${at}
    where id = any(${ids}::uuid[]) and (last_online_at is null or last_online_at < ${at})
  `.execute(db);
export type PersonCounter =
  | 'posts_count'
  | 'friends_posts_count'
  | 'photos_count'
  | 'subscribes_count';
export const addToCounter = (tx: Tx, id: string, counter: PersonCounter, by: number) =>
  sql`
    update people
    set ${sql.ref(counter)} = ${sql.ref(counter)} + ${by}
    where id = ${id}
  `.execute(tx);

/** Returns those of the given people whose name matches a search. */
export async function pickMatching(db: Db, ids: string[], text: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`
    select id
    from people
    where id = any(${ids}::uuid[]) and ${matches(foldQuery(text))}
  `.execute(db);
  return rows.map((row) => row.id);
}
/** Excludes people who block the viewer from the viewer's directory. */
const unlessBlocked = (viewerId: string) =>
  sql`not exists (select from blocks where blocker_id = people.id and blocked_id = ${viewerId})`;
/** Returns ids of listed people whom the viewer can find, newest first. */
export async function pickListed(
  db: Db,
  viewerId: string,
  folded: string,
  page: { before?: string | undefined; skip: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${OWN_PLAN}
    select id
    from people
    where is_listed
      and ${matches(folded)}
      and ${unlessBlocked(viewerId)}
        ${page.before === undefined ? sql`` : sql`and id < ${page.before}`}
    order by id desc
    offset ${page.skip}
    limit ${page.limit}
  `.execute(db);
  return rows.map((row) => row.id);
}
/**
 * Returns the size of the directory, or the number of search hits. For a search without a space,
 * the number is a sum over names and surnames, minus the people counted in both.
 */
export async function countListed(db: Db, folded: string): Promise<number> {
  const fits = fitsWord(folded);
  const { rows } = await (
    fits === null
      ? sql<{
          count: number;
        }>`
          ${OWN_PLAN}
          select count(*)::int as count
          from people
          where is_listed and ${matches(folded)}
        `
      : sql<{
          count: number;
        }>`
          ${OWN_PLAN}
          with fitting_names as materialized (
            select word, people
            from directory_words
            where part = 'name' and ${fits}
          ),
          fitting_surnames as materialized (
            select word, people
            from directory_words
            where part = 'surname' and ${fits} and ${folded !== ''}
          )
          select (
            (
              select coalesce(sum(people), 0)
              from fitting_names
            ) + (
              select coalesce(sum(people), 0)
              from fitting_surnames
            ) - case when exists (
              select
              from fitting_names
            ) and exists (
              select
              from fitting_surnames
            ) then (
              select count(*)
              from people
              where is_listed
                and search_surname = any(array(select word from fitting_surnames))
                and search_name = any(array(select word from fitting_names))
            ) else 0 end
          )::int as count
        `
  ).execute(db);
  return rows[0]!.count;
}
/** Returns how many of those are hidden from the viewer by a block. */
export async function countHidden(db: Db, viewerId: string, folded: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    select count(*)::int as count
    from blocks
    join people on people.id = blocks.blocker_id
    where blocks.blocked_id = ${viewerId} and people.is_listed and ${matches(folded)}
  `.execute(db);
  return rows[0]!.count;
}

/** Returns which of these people a user may name: neither blocks the other. */
export async function pickNameable(db: Db, userId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select p.id
    from people p
    where p.id = any(${ids}::uuid[])
      and p.is_listed
      and not exists (select from blocks where blocker_id = p.id and blocked_id = ${userId})
      and not exists (select from blocks where blocker_id = ${userId} and blocked_id = p.id)
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}
const openWalls = statement<{ id: string }, [after: string, limit: number]>(`
  select id
  from people
  where wall_for = 'all' and is_listed and posts_count > friends_posts_count and id > $1
  order by id
  limit $2
`);
/** Returns people whose walls everyone reads and who have written for all, in the order of ids. */
export const pickOpenWalls = (db: Db, after: string, limit: number): Promise<{ id: string }[]> =>
  openWalls(db, after, limit);
