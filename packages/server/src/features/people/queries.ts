import { sql } from 'kysely';
import { statement, type Db, type Tx } from '#platform/db.ts';
import { foldQuery, matches } from './search.ts';

export type CardRow = { id: string; name: string; surname: string; avatar_url: string };
export type PersonRow = CardRow & {
  birth_date: string; country: string; city: string; about_me: string; banner_url: string; friends_count: number; subscribes_count: number;
  photos_count: number; posts_count: number; is_listed: boolean; last_online_at: Date | null;
};
const card = ['id', 'name', 'surname', 'avatar_url'] as const;
const person = [...card, 'birth_date', 'country', 'city', 'about_me', 'banner_url', 'friends_count', 'subscribes_count', 'photos_count', 'posts_count', 'is_listed', 'last_online_at'] as const;

export const insertPerson = (tx: Tx, row: { id: string; name: string; surname: string; birth_date: string; country: string; city: string }) =>
  tx.insertInto('people').values({ ...row, last_online_at: null }).execute();
export const setListed = (tx: Tx, id: string) => tx.updateTable('people').set({ is_listed: true }).where('id', '=', id).execute();
const onePerson = statement<PersonRow, [id: string]>(`select ${person.join(', ')} from people where id = $1`);
const somePeople = statement<PersonRow, [ids: string[]]>(`select ${person.join(', ')} from people where id = any($1::uuid[])`);
const someCards = statement<CardRow, [ids: string[]]>(`select ${card.join(', ')} from people where id = any($1::uuid[])`);
export const findPerson = async (db: Db, id: string): Promise<PersonRow | undefined> => (await onePerson(db, id))[0];
export const gatherCards = async (db: Db, ids: string[]): Promise<Map<string, CardRow>> => {
  if (ids.length === 0) return new Map();
  return new Map((await someCards(db, ids)).map((row) => [row.id, row]));
};
export const gatherPeople = async (db: Db, ids: string[]): Promise<Map<string, PersonRow>> => {
  if (ids.length === 0) return new Map();
  return new Map((await somePeople(db, ids)).map((row) => [row.id, row]));
};
export type PersonChange = Partial<{ name: string; surname: string; birth_date: string; country: string; city: string; about_me: string; avatar_url: string; banner_url: string }>;
export const updatePerson = (tx: Tx, id: string, change: PersonChange) => tx.updateTable('people').set(change).where('id', '=', id).execute();
export const lockPerson = (tx: Tx, id: string): Promise<PersonRow | undefined> =>
  tx.selectFrom('people').select(person).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
export const setLastOnline = (db: Db, id: string) => db.updateTable('people').set({ last_online_at: sql`now()` }).where('id', '=', id).execute();
export type PersonCounter = 'posts_count' | 'photos_count' | 'subscribes_count';
export const addToCounter = (tx: Tx, id: string, counter: PersonCounter, by: number) =>
  sql`update people set ${sql.ref(counter)} = ${sql.ref(counter)} + ${by} where id = ${id}`.execute(tx);

/** Who of some people is meant by a search in names. */
export async function pickMatching(db: Db, ids: string[], text: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from people where id = any(${ids}::uuid[]) and ${matches(foldQuery(text))}`.execute(db);
  return rows.map((row) => row.id);
}
/** Ids of listed people, newest first. */
export async function pickListed(db: Db, folded: string, page: { before?: string | undefined; skip: number; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from people where is_listed and ${matches(folded)} ${page.before === undefined ? sql`` : sql`and id < ${page.before}`}
    order by id desc offset ${page.skip} limit ${page.limit}`.execute(db);
  return rows.map((row) => row.id);
}
export async function countListed(db: Db, folded: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from people where is_listed and ${matches(folded)}`.execute(db);
  return rows[0]!.count;
}
