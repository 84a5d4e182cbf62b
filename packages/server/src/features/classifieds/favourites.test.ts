import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as board from '@respa/contract/classifieds';
import * as classifiedFavourites from '@respa/contract/classified-favourites';
import * as documentedBoard from '@respa/contract/classifieds-documented';
import { publishAd as place, readAd as read } from '#tests/support/members/classifieds.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';

let app: TestApp;
let anna: Caller;
let boris: Caller;
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris] = [await app.join('Анна', 'Продавец'), await app.join('Борис')];
});
afterAll(() => app.stop());

test('keeps favourites, newest mark first', async () => {
  const [first, second] = [
    await place(anna, 'Первое любимое'),
    await place(anna, 'Второе любимое'),
  ];
  const reader = await app.join('Рита');
  for (const { _id: id } of [second, first, second])
    expect(await reader.call(documentedBoard.addFavourite, { params: { id } })).toEqual({
      isFavourite: true,
    });
  const mine = async () =>
    (await reader.call(documentedBoard.favourites)).ads.map(({ title, isFavourite }) => [
      title,
      isFavourite,
    ]);
  expect(await mine()).toEqual([
    ['Первое любимое', true],
    ['Второе любимое', true],
  ]);
  expect((await read(boris, first._id)).isFavourite).toBe(false);
  expect(await reader.call(documentedBoard.removeFavourite, { params: { id: first._id } })).toEqual(
    { isFavourite: false },
  );
  expect(
    await reader
      .call(classifiedFavourites.removeFavourite, { params: { id: 'x' } })
      .catch((error: { status: number }) => error.status),
  ).toBe(404);
  expect(await mine()).toEqual([['Второе любимое', true]]);
});
test('pages favourites past a removed mark or a deleted ad, and enforces the limit', async () => {
  const { db } = app.server.context;
  const [seller, reader] = [await app.join('Юлий'), await app.join('Рая')];
  const fill = (from: number, to: number) =>
    sql`
      with made as (
        insert into classifieds (id, owner_id, title, price)
        select ('01890000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid,
          ${seller.id},
          'Вещь ' || n,
          1
        from generate_series(${from}::int, ${to}::int) n
        returning id, title
      )
      insert into classified_favourites (ad_id, user_id, id)
      select id, ${reader.id}, ('01890000-0000-7000-8000-' || lpad(substr(title, 6), 12, '0'))::uuid
      from made
    `.execute(db);
  await fill(1, 60);
  const first = await reader.call(classifiedFavourites.favourites);
  expect([first.ads.length, first.isLast, first.ads.at(-1)!.title]).toEqual([24, false, 'Вещь 37']);
  await reader.call(classifiedFavourites.removeFavourite, {
    params: { id: first.ads.at(-1)!._id },
  });
  await seller.call(board.remove, { params: { id: first.ads.at(-2)!._id } });
  const second = await reader.call(classifiedFavourites.favourites, {
    query: { before: first.next! },
  });
  expect([second.ads.length, second.ads[0]!.title, second.isLast]).toEqual([24, 'Вещь 36', false]);
  const last = await reader.call(classifiedFavourites.favourites, {
    query: { before: second.next! },
  });
  expect([last.ads.length, last.isLast, last.next]).toEqual([12, true, null]);

  await fill(61, 5_002);
  const { _id: id } = await place(anna, 'Ещё одна');
  expect(await reader.refusal(classifiedFavourites.addFavourite, { params: { id } })).toMatchObject(
    {
      status: 409,
      code: 'too_many_favourites',
    },
  );
  // Marking a marked ad again succeeds; a sold ad does not count against the limit.
  expect(
    await reader.call(classifiedFavourites.addFavourite, { params: { id: last.ads[0]!._id } }),
  ).toEqual({
    isFavourite: true,
  });
  await seller.call(board.close, { params: { id: last.ads[0]!._id } });
  expect(await reader.call(classifiedFavourites.addFavourite, { params: { id } })).toEqual({
    isFavourite: true,
  });
  // A relisted ad may push the list over the limit; none of them is rejected.
  await seller.call(board.prolong, { params: { id: last.ads[0]!._id }, body: {} });
  expect(await reader.call(classifiedFavourites.addFavourite, { params: { id } })).toEqual({
    isFavourite: true,
  });
});
