import { sql } from 'kysely';
import type { Audience, SuggestedTo, WallAudience } from '@respa/contract/privacy';
import { statement, type Db, type Tx } from '#platform/database/db.ts';

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
