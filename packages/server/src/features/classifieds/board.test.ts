import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@respa/contract/durations';
import * as account from '@respa/contract/account';
import * as adminCalls from '@respa/contract/admin';
import * as board from '@respa/contract/classifieds';
import * as classifiedFavourites from '@respa/contract/classified-favourites';
import * as classifiedSearches from '@respa/contract/classified-searches';
import * as documentedBoard from '@respa/contract/classifieds-documented';
import * as privacy from '@respa/contract/privacy';
import * as reports from '@respa/contract/reports';
import { readArchive } from '#tests/support/files/archive.ts';
import { publishAd as place, readAd as read } from '#tests/support/members/classifieds.ts';
import { PASSWORD, startTestApp } from '#tests/support/driver.ts';
import { isStored, picture, until } from '#tests/support/files/pictures.ts';
import { openBoard } from '#tests/support/members/board.ts';

const { app, admin, anna, boris, titles, media } = await openBoard();
describe('the board', () => {
  test('is searched, filtered and paged in three orders', async () => {
    const seller = await app.join('Вера');
    const made = [];
    for (const [title, price, game] of [
      ['Ёлочный меч', 300, 'Зимний бой'],
      ['Меч короля', 100, 'Летний бой'],
      ['Щит', 200, 'зимний бой'],
      ['Копьё', 100, 'Зимний Бой'],
    ] as const)
      made.push(
        await place(
          seller,
          title,
          { price, game, description: `Вещь\nза ${price}` },
          title === 'Щит' ? [await picture()] : [],
        ),
      );
    const ask = (query: Record<string, unknown>) => titles(boris!, { user: seller.id, ...query });
    expect(await ask({})).toEqual(['Копьё', 'Щит', 'Меч короля', 'Ёлочный меч']);
    expect(await ask({ q: 'елочн' })).toEqual(['Ёлочный меч']);
    expect(await ask({ q: 'МЕЧ' })).toEqual(['Меч короля', 'Ёлочный меч']);
    expect(await ask({ q: 'ЛЕТН' })).toEqual(['Меч короля']);
    expect(await ask({ q: 'за 3' })).toEqual(['Ёлочный меч']);
    expect(await ask({ q: 'щи' })).toEqual(['Щит']);
    expect(await ask({ q: 'ит' })).toEqual([]);
    expect(await ask({ q: 'м%ч' })).toEqual([]);
    expect(await ask({ game: 'ЗИМНИЙ бой' })).toEqual(['Копьё', 'Щит', 'Ёлочный меч']);
    expect(await ask({ from: 100, to: 200 })).toEqual(['Копьё', 'Щит', 'Меч короля']);
    expect(await ask({ from: 201 })).toEqual(['Ёлочный меч']);
    expect(await ask({ pictures: 'true' })).toEqual(['Щит']);
    expect(await ask({ game: 'зимний бой', to: 250, sort: 'cheap' })).toEqual(['Копьё', 'Щит']);
    const walk = async (sort: string) => {
      const found: string[] = [];
      for (let before: string | undefined, isLast = false; !isLast;) {
        const page = await boris!.call(board.list, {
          query: {
            user: seller.id,
            sort: sort as 'new',
            limit: 1,
            ...(before === undefined ? {} : { before }),
          },
        });
        expect(page.count).toBe(before === undefined ? 4 : undefined);
        found.push(...page.ads.map(({ title }) => title));
        ({ isLast } = page);
        before = page.ads.at(-1)?._id;
      }
      return found;
    };
    expect(await walk('new')).toEqual(['Копьё', 'Щит', 'Меч короля', 'Ёлочный меч']);
    expect(await walk('cheap')).toEqual(['Меч короля', 'Копьё', 'Щит', 'Ёлочный меч']);
    expect(await walk('dear')).toEqual(['Ёлочный меч', 'Щит', 'Копьё', 'Меч короля']);
    expect(
      (await boris!.call(board.list, { query: { user: seller.id, count: 'no' } })).count,
    ).toBeUndefined();
    expect(
      await boris!.call(documentedBoard.list, { query: { user: seller.id, page: 2, limit: 3 } }),
    ).toMatchObject({ count: 4, isLast: true, ads: [{ title: 'Ёлочный меч' }] });
    for (const query of [
      { from: 'много' },
      { sort: 'odd' },
      { limit: 101 },
      { pictures: 'yes' },
      { user: 'x' },
    ])
      expect(await boris!.refusal(board.list, { query: query as never })).toMatchObject({
        status: 400,
        code: 'bad_input',
      });
  });
  test.each(['new', 'cheap', 'dear'] as const)(
    'continues after an ad that was deleted meanwhile: %s',
    async (sort) => {
      const seller = await app.join('Ждан');
      for (const price of [300, 100, 200]) await place(seller, `За ${price}`, { price });
      const query = { user: seller.id, sort, limit: 1 };
      const {
        ads: [first],
      } = await boris!.call(board.list, { query });
      const rest = async () =>
        titles(boris!, { ...query, limit: 9, before: first!._id, beforePrice: first!.price });
      const before = await rest();
      expect(before).toHaveLength(2);
      await seller.call(board.remove, { params: { id: first!._id } });
      expect(await rest()).toEqual(before);
    },
  );
  test('shows ads created since a date', async () => {
    const today = new Date().toISOString();
    const newest = async (date?: string) =>
      (
        await boris!.call(documentedBoard.newest, {
          body: date === undefined ? {} : { date },
          query: { limit: 1 },
        })
      ).ads.length;
    expect([
      await newest(),
      await newest(today.slice(0, 10)),
      await newest(today.slice(0, 10).split('-').reverse().join('.')),
    ]).toEqual([1, 1, 1]);
    expect(await newest(new Date(Date.now() + DAY_MS).toISOString())).toBe(0);
    for (const date of ['31.02.2026', 'вчера'])
      expect(await boris!.refusal(board.newest, { body: { date } })).toMatchObject({
        status: 400,
        code: 'bad_date',
      });
  });
  test("hides a suspended seller's ads, and shows them all after the suspension", async () => {
    const seller = await app.join('Злата');
    const { _id: id, images } = await place(seller, 'Под замком', { phone: '89001234567' }, [
      await picture(),
    ]);
    await boris!.call(classifiedFavourites.addFavourite, { params: { id } });
    const shown = async () => [
      (await titles(boris!, { user: seller.id })).length,
      (await boris!.call(board.list)).ads.filter(({ _id }) => _id === id).length,
      (await boris!.call(classifiedFavourites.favourites)).ads.filter(({ _id }) => _id === id)
        .length,
      (await boris!.call(board.list, { query: { q: 'под замком' } })).count,
    ];
    expect(await shown()).toEqual([1, 1, 1, 1]);
    await admin!.call(adminCalls.suspend, { params: { id: seller.id }, body: { reason: 'Обман' } });
    expect(await shown()).toEqual([0, 0, 0, 0]);
    for (const route of [board.one, board.phone, board.click, classifiedFavourites.addFavourite])
      expect(await boris!.refusal(route as typeof board.one, { params: { id } })).toMatchObject({
        status: 404,
      });
    expect(await media(boris!, images[0]!)).toBe(404);
    await admin!.call(adminCalls.lift, { params: { id: seller.id } });
    expect(await shown()).toEqual([1, 1, 1, 1]);
    expect(await media(null, images[0]!)).toBe(200);
  });
  test('shows nothing to a viewer whom the seller blocks', async () => {
    const seller = await app.join('Зоя');
    const { _id: id } = await place(seller, 'Не для всех', { phone: '89001234567' });
    await boris!.call(classifiedFavourites.addFavourite, { params: { id } });
    await seller.call(privacy.block, { params: { id: boris!.id } });
    for (const route of [board.one, board.phone, board.click, classifiedFavourites.addFavourite])
      expect(await boris!.refusal(route as typeof board.one, { params: { id } })).toMatchObject({
        status: 404,
      });
    expect([
      ...(await titles(boris!, { user: seller.id })),
      ...(await titles(boris!, { q: 'не для всех' })),
      ...(await boris!.call(classifiedFavourites.favourites)).ads
        .map(({ title }) => title)
        .filter((title) => title === 'Не для всех'),
    ]).toEqual([]);
    expect((await boris!.call(board.list, { query: { q: 'не для всех' } })).count).toBe(0);
    for (const { ads } of [
      await boris!.call(board.list),
      await boris!.call(board.newest, { body: {} }),
    ])
      expect(ads.map((ad) => ad._id)).not.toContain(id);
    expect(
      await boris!.refusal(reports.create, { body: { kind: 'ad', id, reason: 'fraud' } }),
    ).toMatchObject({ status: 404 });
    expect(await titles(anna!, { user: seller.id })).toEqual(['Не для всех']);
  });
  test('accepts reports to the admin', async () => {
    const { _id: id } = await place(anna!, 'Подозрительное');
    expect(
      await boris!.call(reports.create, { body: { kind: 'ad', id, reason: 'fraud' } }),
    ).toEqual({ ok: true });
    expect(
      await anna!.refusal(reports.create, { body: { kind: 'ad', id, reason: 'fraud' } }),
    ).toMatchObject({ status: 400, code: 'self' });
  });
  test("loses the ads of a deleted member, and exports them to the member's archive", async () => {
    const [gone, stays] = [await app.join('Глеб'), await place(anna!, 'Останется')];
    const { _id: id, images } = await place(gone, 'Исчезнет', { phone: '89001234567' }, [
      await picture(),
    ]);
    await gone.call(board.click, { params: { id: stays._id } });
    await gone.call(classifiedFavourites.addFavourite, { params: { id: stays._id } });
    await gone.call(classifiedSearches.saveSearch, { body: { q: 'меч', to: 500 } });
    const archive = await readArchive(app, gone);
    const rows = (file: string) => JSON.parse(archive.get(file)!.toString()) as unknown[];
    expect(rows('ads.json')).toEqual([
      expect.objectContaining({
        id,
        title: 'Исчезнет',
        phone: '89001234567',
        files: [`media/ads/${images[0]}`],
      }),
    ]);
    expect(rows('favourite-ads.json')).toEqual([{ path: `/ad/${stays._id}`, title: 'Останется' }]);
    expect(rows('saved-searches.json')).toEqual([expect.objectContaining({ q: 'меч', to: 500 })]);
    await boris!.call(classifiedFavourites.addFavourite, { params: { id } });
    await gone.call(account.deleteProfile, { body: { password: PASSWORD } });
    expect(await boris!.refusal(board.one, { params: { id } })).toMatchObject({ status: 404 });
    expect((await read(anna!, stays._id)).looks).toBe(0);
    await until(async () => !(await isStored(app, 'ads', images[0]!)));
  });
});
test('allows thirty phone numbers per hour', async () => {
  const strict = await startTestApp({ RATE_LIMITS: 'on' });
  try {
    const [seller, curious] = [await strict.join('Анна'), await strict.join('Борис')];
    const { _id: id } = await place(seller, 'Шлем', { phone: '89001234567' });
    for (let turn = 0; turn < 30; turn += 1)
      await curious.call(turn % 2 === 0 ? board.phone : documentedBoard.phone, { params: { id } });
    expect(await curious.refusal(board.phone, { params: { id } })).toMatchObject({
      status: 429,
      code: 'too_often',
    });
  } finally {
    await strict.stop();
  }
});
