import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';
import type { Random } from '#platform/runtime/seeded-random.ts';
import { CITIES, INTERESTS, MEN, SURNAMES, WOMEN } from './seed-words.ts';

export type SeededPerson = {
  id: string;
  name: string;
  surname: string;
  birthDate: string;
  country: string;
  city: string;
  aboutMe: string;
  friends: number;
  posts: number;
  subscribes: number;
  lastOnline: Date;
};

/**
 * Returns the feminine form of a surname: Соколов becomes Соколова, Белый becomes Белая, Шевченко
 * stays.
 */
const ofWoman = (surname: string): string =>
  /(ов|ев|ин|ын)$/.test(surname)
    ? `${surname}а`
    : /(ый|ий|ой)$/.test(surname)
      ? `${surname.slice(0, -2)}ая`
      : surname;

export function inventPerson(
  random: Random,
  year: number,
): Pick<SeededPerson, 'name' | 'surname' | 'birthDate' | 'country' | 'city' | 'aboutMe'> {
  const isWoman = random.next() < 0.45;
  const surname = random.pick(SURNAMES);
  const city = random.pick(CITIES);
  const age = 16 + random.skewed(12, 44);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    name: random.pick(isWoman ? WOMEN : MEN),
    surname: isWoman ? ofWoman(surname) : surname,
    birthDate: `${year - age}-${two(1 + random.integer(12))}-${two(1 + random.integer(28))}`,
    country: city.country,
    city: city.name,
    aboutMe: random.next() < 0.6 ? random.pick(INTERESTS) : '',
  };
}

export async function seedPeople(db: Db, rows: SeededPerson[]): Promise<void> {
  await sql`
    insert into people (
      id, name, surname, birth_date, country, city, about_me, friends_count, posts_count,
      subscribes_count, is_listed, last_online_at
    )
    select id, name, surname, birth_date, country, city, about_me, friends, posts, subscribes, true,
      last_online
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.name)}::text[],
      ${rows.map((row) => row.surname)}::text[], ${rows.map((row) => row.birthDate)}::date[],
      ${rows.map((row) => row.country)}::text[], ${rows.map((row) => row.city)}::text[],
      ${rows.map((row) => row.aboutMe)}::text[], ${rows.map((row) => row.friends)}::int[],
      ${rows.map((row) => row.posts)}::int[], ${rows.map((row) => row.subscribes)}::int[],
      ${rows.map((row) => row.lastOnline)}::timestamptz[]
    ) as row (
      id, name, surname, birth_date, country, city, about_me, friends, posts, subscribes,
      last_online
    )
  `.execute(db);
}
export type SeededFriendship = { id: string; a: string; b: string };
/** Inserts both rows of each pair; `friends_count` was written with the people. */
export async function seedFriendships(db: Db, rows: SeededFriendship[]): Promise<void> {
  await sql`
    with pair as (
      select *
      from unnest(
        ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.a)}::uuid[],
        ${rows.map((row) => row.b)}::uuid[]
      ) as row (id, a, b)
    )
    insert into friendships (user_id, friend_id, id)
    select a, b, id
    from pair
    union all
    select b, a, id
    from pair
  `.execute(db);
}
export const setLastOnline = (db: Db, id: string, at: Date) =>
  db.updateTable('people').set({ last_online_at: at }).where('id', '=', id).execute();
