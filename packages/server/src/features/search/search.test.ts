import { expect, test } from 'vitest';
import { sql } from 'kysely';
import * as authoring from '@respa/contract/authoring';
import * as communities from '@respa/contract/communities';
import * as friends from '@respa/contract/friends';
import * as privacy from '@respa/contract/privacy';
import * as search from '@respa/contract/search';
import * as wall from '@respa/contract/wall';
import type { Caller } from '#tests/support/driver.ts';
import { makeCommunity, propose, write } from '#tests/support/members/communities.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { app, anna, boris, vera } = await openTrio();
await anna.call(friends.make, { params: { id: boris.id } });
await boris.call(friends.accept, { params: { to: anna.id } });
const publicId = await makeCommunity(anna, 'Вестник');

const post = async (who: Caller, title: string, more: Record<string, unknown> = {}) =>
  (await who.call(wall.create, { body: { title, ...more } })).post._id;
const find = async (who: Caller, q: string, kind?: search.TextKind) =>
  (
    await who.call(search.posts, { query: { q, ...(kind === undefined ? {} : { kind }) } })
  ).found.map(({ _id }) => _id);

test('finds every form of a word in posts and articles, newest first', async () => {
  const first = await post(anna, 'Нашёл легендарный меч в подземелье');
  const article = await write(anna, publicId, 'Легендарные мечи', { text: 'Где их искать' });
  const last = await post(boris, 'Два меча лучше');
  expect(await find(vera, 'меч')).toEqual([last, article._id, first]);
  expect(await find(vera, 'легендарного меча')).toEqual([article._id, first]);
  expect(await find(vera, 'подзем')).toEqual([first]);
  expect(await find(vera, 'меч', 'userpost')).toEqual([last, first]);
  expect(await find(vera, 'меч', 'publicpost')).toEqual([article._id]);
  expect(await find(vera, 'щит')).toEqual([]);
  expect(await find(vera, '')).toEqual([]);
  expect(await find(vera, `' & !: "|`)).toEqual([]);
});

test('finds only what the caller may see', async () => {
  const secret = await post(anna, 'Секретный дракон друзьям', { audience: 'friends' });
  await post(anna, 'Секретный дракон в черновике', { draft: 'true' });
  await propose(vera, publicId, 'Секретный дракон предложен');
  await anna
    .call(communities.createPost, {
      params: { id: publicId },
      body: { title: 'Секретный дракон' },
    })
    .catch(() => undefined);
  expect(await find(boris, 'секретный дракон')).toEqual([secret]);
  expect(await find(vera, 'секретный дракон')).toEqual([]);
  await boris.call(privacy.block, { params: { id: anna.id } });
  expect(await find(boris, 'секретный дракон')).toEqual([]);
  await boris.call(privacy.unblock, { params: { id: anna.id } });
  await anna.call(privacy.set, { body: { wall: 'nobody' } });
  const open = await post(anna, 'Секретный дракон всем');
  expect(await find(vera, 'секретный дракон')).toEqual([]);
  expect(await find(anna, 'секретный дракон')).toEqual([open, secret]);
  await anna.call(privacy.set, { body: { wall: 'all' } });
  expect(await find(vera, 'секретный дракон')).toEqual([open]);
  const { db } = app.server.context;
  await sql`insert into suspensions (id, user_id, reason) values (gen_random_uuid(), ${anna.id}, 'Спам')`.execute(
    db,
  );
  expect(await find(vera, 'секретный дракон')).toEqual([]);
  await sql`delete from suspensions`.execute(db);
});

test('a tag is found whole, in its own writing, and an address is no tag', async () => {
  const tagged = await post(boris, 'Скрины #Рейд_Ночь и #dota2');
  await post(boris, 'Скрины #Рейд_Ночью');
  await post(boris, 'https://respa.test/#рейд_ночь и рейд ночь');
  const article = await write(anna, publicId, 'Вечер #рейд_ночь');
  expect(await find(vera, '#рейд_ночь')).toEqual([article._id, tagged]);
  expect(await find(vera, '#РЕЙД_НОЧЬ скрины')).toEqual([tagged]);
  expect(await find(vera, '#dota2')).toEqual([tagged]);
  expect(await find(vera, '#dota')).toEqual([]);
  // Without its sign it is a word.
  expect(await find(vera, 'dota2')).toEqual([tagged]);
});

test('an edited or deleted text leaves the index at once', async () => {
  const id = await post(boris, 'Грифон прилетел #грифон');
  expect(await find(vera, 'грифон')).toEqual([id]);
  await boris.call(authoring.edit, { params: { id }, body: { title: 'Улетел #феникс' } });
  expect([await find(vera, 'грифон'), await find(vera, '#грифон')]).toEqual([[], []]);
  expect(await find(vera, '#феникс')).toEqual([id]);
  await boris.call(wall.remove, { params: { id } });
  expect(await find(vera, '#феникс')).toEqual([]);
});

test('pages follow each other without a gap, across hidden posts and years', async () => {
  const { db } = app.server.context;
  const now = Date.now() - 86_400_000;
  const idAt = (days: number, at: number) => {
    const ms = Math.round(now - days * 86_400_000)
      .toString(16)
      .padStart(12, '0');
    return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${String(at).padStart(12, '0')}`;
  };
  const isHidden = (at: number) => at < 45 || at % 3 === 0;
  const ids = Array.from({ length: 90 }, (_, at) => idAt(at * 40, at));
  for (const [at, id] of ids.entries())
    await sql`
      insert into posts (id, author_id, text, audience)
      values (${id}, ${boris.id}, 'Василиск проснулся', ${isHidden(at) ? 'friends' : 'all'})
    `.execute(db);
  // A first step finds hidden posts alone, and articles that are older than where it ends.
  const articles = Array.from({ length: 5 }, (_, at) => idAt(2_310 + at * 20, at));
  for (const id of articles)
    await sql`
      insert into public_posts (id, public_id, title, text, pictures, state)
      values (${id}, ${publicId}, 'Василиск', '', '[]', 'published')
    `.execute(db);
  await sql`
    update publics
    set posts_count = (select count(*) from public_posts where public_id = publics.id and state = 'published')
  `.execute(db);
  await sql`
    update people p
    set posts_count = (select count(*) from posts where author_id = p.id and not is_draft),
      friends_posts_count = (select count(*) from posts where author_id = p.id and audience = 'friends')
  `.execute(db);
  const found: string[] = [];
  let before: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof ask>> = await ask(before);
    found.push(...page.found.map(({ _id }) => _id));
    before = page.next;
  } while (before !== null);
  const visible = [...articles, ...ids.filter((_, at) => !isHidden(at))];
  expect(found).toEqual(visible.toSorted().toReversed());
});
const ask = (before: string | null) =>
  vera.call(search.posts, { query: { q: 'василиск', ...(before === null ? {} : { before }) } });
