import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as board from '@respa/contract/classifieds';
import * as classifiedSearches from '@respa/contract/classified-searches';
import * as documentedBoard from '@respa/contract/classifieds-documented';
import * as notifications from '@respa/contract/notifications';
import * as privacy from '@respa/contract/privacy';
import { publishAd as place } from '#tests/support/members/classifieds.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { picture, until } from '#tests/support/files/pictures.ts';
import { matchSearches, sweepAds } from './searches.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const notified = async (who: Caller) =>
  (await who.call(notifications.list)).notifications
    .filter(({ type }) => type === 'board')
    .map(({ title, postType, postID }) => [title, postType, postID]);
const allNotified = () =>
  until(
    async () =>
      (
        await sql<{
          left: number;
        }>`select (select count(*) from classified_matches)::int as left`.execute(
          app.server.context.db,
        )
      ).rows[0]!.left === 0,
  );

test('a saved search notifies its user once about a matching ad only, and never about ads of a seller who blocks them', async () => {
  const seller = await app.join('Лев');
  const seekers = await Promise.all(
    Array.from({ length: 9 }, (_, turn) => app.join(`Искатель${turn}`)),
  );
  const wanted: [Record<string, unknown>, boolean][] = [
    [{ q: 'ПЛАЩ ёж' }, true],
    [{ q: 'пл' }, true],
    [{ game: 'тёмный ЛЕС' }, true],
    [{ q: 'плащ', game: 'Тёмный лес', from: 900, to: 1000, pictures: true }, true],
    [{ to: 1000 }, true],
    [{ q: 'лащ е', from: 1001 }, false],
    [{ q: 'ащ' }, false],
    [{ q: 'плащ', game: 'Светлый лес' }, false],
    [{ q: 'плащ' }, false],
  ];
  for (const [turn, [body]] of wanted.entries())
    await seekers[turn]!.call(documentedBoard.saveSearch, { body });
  await seekers[0]!.call(classifiedSearches.saveSearch, { body: { q: 'плащ' } });
  await seller.call(classifiedSearches.saveSearch, { body: { q: 'плащ' } });
  await seller.call(privacy.block, { params: { id: seekers[8]!.id } });
  await seekers[4]!.call(notifications.setSettings, { body: { quiet: [] } });
  const ad = await place(seller, 'Плащ ежа', { price: '1000', game: 'Тёмный Лес' }, [
    await picture(),
  ]);
  await until(async () =>
    (await Promise.all(seekers.slice(0, 5).map((one) => notified(one)))).every(
      (list) => list.length === 1,
    ),
  );
  await allNotified();
  expect(await notified(seekers[3]!)).toEqual([
    ['Новое объявление по поиску «плащ»', 'ad', ad._id],
  ]);
  expect(
    (await Promise.all([...seekers, seller].map((one) => notified(one)))).map((list) =>
      list.map(([, ...where]) => where),
    ),
  ).toEqual([...wanted.map(([, fits]) => (fits ? [['ad', ad._id]] : [])), []]);
  await seller.call(board.close, { params: { id: ad._id } });
  expect(await notified(seekers[0]!)).toEqual([]);
});
test('matches thousands of price searches in portions and notifies each user once', async () => {
  const { db } = app.server.context;
  const [seller, seeker, last] = [
    await app.join('Лука'),
    await app.join('Мила'),
    await app.join('Фома'),
  ];
  for (const who of [seeker, last])
    await who.call(classifiedSearches.saveSearch, { body: { q: 'дудка' } });
  await sql`
    insert into classified_searches (id, user_id, q, game, price_to, pictures, needle, game_key,
      key)
    select gen_random_uuid(), ${seeker.id}, '', '', 10 + n, false, '', '', '*'
    from generate_series(1, 12000) n
  `.execute(db);
  const ad = await place(seller, 'Дудка', { price: 10 });
  const isMatched = async () =>
    (
      await sql`
      select
      from classifieds
      where id = ${ad._id} and matched_at is not null
    `.execute(db)
    ).rows.length === 1;
  await until(isMatched);
  await until(
    async () => (await notified(seeker)).length === 1 && (await notified(last)).length === 1,
  );
  await allNotified();
  expect((await notified(seeker)).length).toBe(1);
  // A repeated call does nothing.
  await matchSearches(app.server.context, ad._id);
  await allNotified();
  expect((await notified(seeker)).length).toBe(1);
  await sql`delete from classified_searches where user_id = ${seeker.id}`.execute(db);
});
test('matches an unmatched ad when it is prolonged, or in the sweep', async () => {
  const { db } = app.server.context;
  const [seller, seeker] = [await app.join('Марк'), await app.join('Нина')];
  await seeker.call(classifiedSearches.saveSearch, { body: { q: 'свисток' } });
  // Simulates a job that ran after the ad was closed.
  const put = async (title: string, isClosed: boolean) => {
    const ad = '01890000-0000-7000-8000-' + title.length.toString().padStart(12, '0');
    await sql`
      insert into classifieds (id, owner_id, title, price, closed_at, listed)
      values (${ad}, ${seller.id}, ${title}, 5, case when ${isClosed} then now() end, ${!isClosed})
    `.execute(db);
    return ad;
  };
  const closed = await put('Свисток', true);
  await matchSearches(app.server.context, closed);
  await sweepAds(app.server.context);
  expect(await notified(seeker)).toEqual([]);
  await seller.call(board.prolong, { params: { id: closed }, body: {} });
  await until(async () => (await notified(seeker)).length === 1);
  const forgotten = await put('Другой свисток', false);
  await sweepAds(app.server.context);
  await until(async () => (await notified(seeker)).length === 2);
  expect((await notified(seeker)).map(([, , id]) => id)).toEqual([forgotten, closed]);
});
test('matches an ad again that was closed and reopened, but not one that is only prolonged', async () => {
  const [seller, seeker] = [await app.join('Марк'), await app.join('Нина')];
  await seeker.call(classifiedSearches.saveSearch, { body: { q: 'барабан' } });
  const { _id: id } = await place(seller, 'Барабан', { dieDate: '5' });
  await until(async () => (await notified(seeker)).length === 1);
  await seller.call(board.prolong, { params: { id }, body: {} });
  await allNotified();
  expect(await notified(seeker)).toHaveLength(1);
  await seller.call(board.close, { params: { id } });
  expect(await notified(seeker)).toEqual([]);
  await seller.call(board.prolong, { params: { id }, body: {} });
  await until(async () => (await notified(seeker)).length === 1);
  await allNotified();
  expect(await notified(seeker)).toHaveLength(1);
});
test('a saved search is stored once, can be deleted, and must not match everything', async () => {
  const who = await app.join('Ия');
  const { search } = await who.call(classifiedSearches.saveSearch, {
    body: { q: ' Плащ ', from: 5 },
  });
  expect(
    (await who.call(classifiedSearches.saveSearch, { body: { q: 'плащ', from: 5 } })).search._id,
  ).toBe(search._id);
  expect((await who.call(documentedBoard.searches)).searches).toEqual([search]);
  for (const body of [{}, { q: '  ' }, { pictures: true }])
    expect(await who.refusal(classifiedSearches.saveSearch, { body })).toMatchObject({
      status: 400,
      code: 'empty_search',
    });
  expect(
    await (
      await app.join('Борис')
    ).refusal(classifiedSearches.removeSearch, { params: { id: search._id } }),
  ).toMatchObject({ status: 404 });
  expect(await who.call(documentedBoard.removeSearch, { params: { id: search._id } })).toEqual({
    ok: true,
  });
  expect(
    await who.refusal(classifiedSearches.removeSearch, { params: { id: search._id } }),
  ).toMatchObject({
    status: 404,
  });
  for (let turn = 0; turn < 50; turn += 1)
    await who.call(classifiedSearches.saveSearch, { body: { q: `слово ${turn}` } });
  expect(
    await who.refusal(classifiedSearches.saveSearch, { body: { q: 'одно лишнее' } }),
  ).toMatchObject({
    status: 409,
    code: 'too_many_searches',
  });
  expect((await who.call(classifiedSearches.searches)).searches).toHaveLength(50);
});
test('a saved search matches what a list finds by the same words', async () => {
  const [seller, seeker] = [await app.join('Лада'), await app.join('Сава')];
  const texts = ['Ёжик в тумане', 'в туман', 'Ту', '  двойной   пробел', 'ман', 'х', 'ТУМАНЕ Ё'];
  for (const q of texts)
    await seeker.call(classifiedSearches.saveSearch, { body: { q, from: 77 } });
  const ad = await place(seller, 'Ёжик в\tтумане', { price: 77, description: 'ёлка' });
  await until(async () => (await notified(seeker)).length === 1);
  const found = [];
  for (const q of texts)
    if ((await seeker.call(board.list, { query: { q, user: seller.id } })).ads.length > 0)
      found.push(q);
  expect(found).toEqual(['Ёжик в тумане', 'в туман', 'Ту', 'ман', 'ТУМАНЕ Ё']);
  for (const { _id: id, q } of (await seeker.call(classifiedSearches.searches)).searches) {
    await sql`
      update classifieds
      set matched_at = null
      where id = ${ad._id}
    `.execute(app.server.context.db);
    await sql`delete from notifications`.execute(app.server.context.db);
    await sql`
      update classified_searches
      set price_from = case when id = ${id} then 77 else 78 end
      where user_id = ${seeker.id}
    `.execute(app.server.context.db);
    await matchSearches(app.server.context, ad._id);
    await allNotified();
    expect([q, (await notified(seeker)).length], q).toEqual([q, found.includes(q) ? 1 : 0]);
  }
});
