import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pickGifs } from '../../../packages/server/src/features/stickers/gif-queries.ts';
import {
  findPack,
  pickAdded,
  pickOwn,
  pickStickers,
} from '../../../packages/server/src/features/stickers/queries.ts';
import { gatherUsable } from '../../../packages/server/src/features/stickers/use-queries.ts';
import { startTestApp, type TestApp } from '../../support/driver.ts';
import {
  seedRows,
  idOf as id,
  idSql,
  planProblemsOf,
  members,
  type Listing,
} from '../../support/query-plans.ts';
import { patient } from '../../support/patience.ts';

/** Tables with many rows: lists never scan or sort them as a whole. */
const BIG = ['people', 'sticker_packs', 'stickers', 'added_packs', 'saved_gifs', 'blocks'];
let app: TestApp;
const [PERSON, PACK, STICKER, GIF] = [1, 2, 3, 4];
const [me, pack] = [id(PERSON, 1), id(PACK, 1)];

/** 3,000 people; 6,000 packs of ten pictures each; 30,000 added packs and 20,000 saved GIFs. */
beforeAll(async () => {
  app = await startTestApp();
  await seedRows(app, [
    ...members(PERSON, 3000),
    sql`
      insert into sticker_packs (id, owner_id, kind, title, items)
      select ${idSql(PACK, 'n')}, ${idSql(PERSON, '1 + n % 3000')}, 'sticker', 'Набор ' || n, 10
      from generate_series(1, 6000) n
    `,
    sql`
      insert into stickers (id, pack_id, place, emoji, picture)
      select ${idSql(STICKER, 'n')}, ${idSql(PACK, '1 + n % 6000')}, n, '🙂', '{}'
      from generate_series(1, 60000) n
    `,
    sql`
      insert into added_packs (user_id, pack_id, place)
      select ${idSql(PERSON, '1 + n % 3000')}, ${idSql(PACK, '1 + (n * 7) % 6000')}, n
      from generate_series(1, 30000) n
      on conflict do nothing
    `,
    sql`
      insert into saved_gifs (id, user_id, hash, picture)
      select ${idSql(GIF, 'n')}, ${idSql(PERSON, '1 + n % 100')}, sha256(n::text::bytea), '{}'
      from generate_series(1, 20000) n
    `,
    sql`
      insert into blocks (blocker_id, blocked_id, id)
      select ${idSql(PERSON, '1 + n % 3000')}, ${idSql(PERSON, '1 + (n + 1 + n / 3000) % 3000')},
        gen_random_uuid()
      from generate_series(1, 9000) n
      on conflict do nothing
    `,
  ]);
}, patient(120_000));
afterAll(() => app.stop());

const LISTS: [string, Listing][] = [
  ['a pack', (on) => findPack(on, me, pack)],
  ['the pictures of a pack', (on) => pickStickers(on, pack, 120)],
  ['added packs', (on) => pickAdded(on, me, 50)],
  ['own packs', (on) => pickOwn(on, me, 20)],
  ['pictures to send', (on) => gatherUsable(on, me, [id(STICKER, 1), id(STICKER, 50_000)])],
  ['saved GIFs', (on) => pickGifs(on, me, { limit: 31 })],
  ['saved GIFs far down', (on) => pickGifs(on, me, { before: id(GIF, 5_000), limit: 31 })],
];
test.each(LISTS)('%s: an index is used', async (_, list) => {
  expect(await planProblemsOf(app, list, BIG)).toEqual([]);
});
