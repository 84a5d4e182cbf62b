import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';
import { checkCounters } from '#platform/database/counters.ts';
import { newId } from '#platform/runtime/ids.ts';
import { createRandom } from '#platform/runtime/seeded-random.ts';
import { peopleCounters } from './counters.ts';
import * as directory from '@respa/contract/people';
import { countListed, pickListed } from './directory-queries.ts';
import { MEN, SURNAMES, WOMEN } from './seed-words.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const fold = (text: string) => text.toLowerCase().replaceAll('ё', 'е');

test('the totals of searches match the directory after people join, change and leave', async () => {
  const { db } = app.server.context;
  const random = createRandom(7);
  const names = [...MEN, ...WOMEN, 'Анна Мария', '50%', 'a_b'];
  const rows = Array.from({ length: 600 }, () => ({
    id: newId(),
    name: random.pick(names),
    surname: random.pick(random.next() < 0.2 ? names : SURNAMES),
    listed: random.next() < 0.8,
  }));
  await sql`
    insert into accounts (id, email, password_hash)
    select id, id || '@crowd.test', ''
    from unnest(${rows.map(({ id }) => id)}::uuid[]) id
  `.execute(db);
  await sql`
    insert into people (id, name, surname, birth_date, is_listed)
    select id, name, surname, '1990-01-01', listed
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ surname }) => surname)}::text[], ${rows.map(({ listed }) => listed)}::boolean[]
    ) row (id, name, surname, listed)
  `.execute(db);

  const pieces = new Set(['', 'а к', 'мария', 'анна м', '%', '_', '50%', 'нет такого']);
  for (const word of [...MEN, ...WOMEN, ...SURNAMES].map(fold))
    for (const length of [1, 2, 3, 4])
      for (const from of [0, 1, 3]) pieces.add(word.slice(from, from + length));
  const checkCode = async () => {
    const listed = rows
      .filter((row) => row.listed)
      .map((row) => [fold(row.name), fold(row.surname)] as const);
    for (const piece of pieces) {
      const fits = ([name, surname]: readonly [string, string]) =>
        piece.length < 3
          ? name.startsWith(piece) || surname.startsWith(piece)
          : `${name} ${surname}`.includes(piece);
      const count = listed.filter(fits).length;
      expect([
        piece,
        await countListed(db, piece),
        (await pickListed(db, newId(), piece, { skip: 0, limit: 1000 })).length,
      ]).toEqual([piece, count, count]);
    }
    expect(await checkCounters(app.server.context, peopleCounters)).toBe(0);
  };
  await checkCode();

  for (const row of rows.slice(0, 200)) {
    if (random.next() < 0.3) row.listed = !row.listed;
    if (random.next() < 0.3) row.name = random.pick(names);
    if (random.next() < 0.3) row.surname = random.pick(SURNAMES);
  }
  await Promise.all(
    rows.slice(0, 200).map((row) =>
      sql`
          update people
          set name = ${row.name}, surname = ${row.surname}, is_listed = ${row.listed}
          where id = ${row.id}
        `.execute(db),
    ),
  );
  await Promise.all(
    rows.splice(0, 150).map(({ id }) => sql`delete from accounts where id = ${id}`.execute(db)),
  );
  await checkCode();
});

test('a name is found in any order, with any accents, hyphens, apostrophes and emoji', async () => {
  const people = [
    ['Пётр', 'Д’Арк'],
    ['Анна-Мария', 'Подсолнухова'],
    ['Зоя 🦊', 'Нагибатор2000'],
    ['Андреи\u0306', 'За\u0301мков'],
  ] as const;
  const joined = await Promise.all(people.map(([name, surname]) => app.join(name, surname)));
  const found = async (q: string) =>
    (await joined[0]!.call(directory.users, { query: { q } })).users
      .map(({ _id }) => joined.findIndex(({ id }) => id === _id))
      .filter((index) => index >= 0);
  for (const [q, index] of [
    ["д'арк петр", 0],
    ['ПЕТР ДʼАРК', 0],
    ['д’арк', 0],
    ['подсолнухова анна', 1],
    ['анна подсолнухова', 1],
    ['анна\u2011мария', 1],
    ['мария подсол', 1],
    ['\u202eподсол\u00adнухова', 1],
    ['🦊', 2],
    ['нагибатор2000 зоя', 2],
    ['2000', 2],
    ['андрей замков', 3],
    ['замков андре', 3],
    ['за\u0301мков', 3],
  ] as const)
    expect([q, await found(q)]).toEqual([q, [index]]);
});
