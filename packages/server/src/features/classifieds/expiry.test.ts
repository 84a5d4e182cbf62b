import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@respa/contract/durations';
import * as board from '@respa/contract/classifieds';
import * as classifiedFavourites from '@respa/contract/classified-favourites';
import * as documentedBoard from '@respa/contract/classifieds-documented';
import * as reports from '@respa/contract/reports';
import { publishAd as place, readAd as read } from '#tests/support/members/classifieds.ts';
import { type Caller } from '#tests/support/driver.ts';
import { isStored, picture, until } from '#tests/support/files/pictures.ts';
import { sweepAds } from './searches.ts';
import { openBoard } from '#tests/support/members/board.ts';

const { app, anna, boris, titles, media } = await openBoard();
/** Simulates that this much time has passed. */
const age = (id: string, ms: number) =>
  sql`
    update classifieds
    set ends_at = ends_at - make_interval(secs => ${ms / 1000})
    where id = ${id}
  `.execute(app.server.context.db);

describe('an expired ad', () => {
  test("leaves every list except its owner's at once, with its pictures, and returns when prolonged", async () => {
    const {
      _id: id,
      images,
      date,
    } = await place(anna!, 'Срочное', { dieDate: '1', phone: '89001234567' }, [await picture()]);
    const seenBy = async (who: Caller) => [
      (await titles(who, { q: 'срочное' })).length,
      (await who.call(board.newest, { body: {} })).ads.filter((ad) => ad._id === id).length,
      (await who.call(classifiedFavourites.favourites)).ads.filter((ad) => ad._id === id).length,
      (await who.call(board.mine)).ads.filter((ad) => ad._id === id).length,
    ];
    await boris!.call(classifiedFavourites.addFavourite, { params: { id } });
    expect(await seenBy(boris!)).toEqual([1, 1, 1, 0]);
    await age(id, DAY_MS - 60_000);
    expect(await seenBy(boris!)).toEqual([1, 1, 1, 0]);
    await age(id, 60_000);
    for (const swept of [false, true]) {
      if (swept) await sweepAds(app.server.context);
      expect(await seenBy(boris!)).toEqual([0, 0, 0, 0]);
      expect(await seenBy(anna!)).toEqual([0, 0, 0, 1]);
      for (const route of [board.one, board.phone, board.click, classifiedFavourites.addFavourite])
        expect(await boris!.refusal(route as typeof board.one, { params: { id } })).toMatchObject({
          status: 404,
        });
      expect(
        await boris!.refusal(reports.create, { body: { kind: 'ad', id, reason: 'fraud' } }),
      ).toMatchObject({ status: 404 });
      expect(await read(anna!, id)).toMatchObject({ state: 'ended', title: 'Срочное' });
      expect([
        await media(null, images[0]!),
        await media(boris!, images[0]!),
        await media(anna!, images[0]!),
      ]).toEqual([404, 404, 200]);
    }
    const { ad } = await anna!.call(documentedBoard.prolong, {
      params: { id },
      body: { dieDate: 2 },
    });
    expect(ad).toMatchObject({ state: 'active', date });
    expect(Math.abs(Date.parse(ad.dieDate!) - Date.now() - 2 * DAY_MS)).toBeLessThan(600_000);
    expect(await seenBy(boris!)).toEqual([1, 1, 1, 0]);
    expect(await media(null, images[0]!)).toBe(200);
    expect(
      (await anna!.call(board.prolong, { params: { id }, body: { dieDate: '0' } })).ad.dieDate,
    ).toBeNull();
    // Without an end it cannot be prolonged, and is not shortened.
    expect((await anna!.call(board.prolong, { params: { id }, body: {} })).ad.dieDate).toBeNull();
    expect(
      await anna!.refusal(board.prolong, { params: { id }, body: { dieDate: '400' } }),
    ).toMatchObject({ status: 400, code: 'bad_lifetime' });
  });
  test('is prolonged from its end, up to a year ahead, and never ends earlier', async () => {
    const { _id: id, dieDate } = await place(anna!, 'Долгое', { dieDate: '60' });
    const prolong = async (input?: string | number) =>
      (Date.parse(
        (
          await anna!.call(board.prolong, {
            params: { id },
            body: input === undefined ? {} : { dieDate: input },
          })
        ).ad.dieDate!,
      ) -
        Date.parse(dieDate!)) /
      DAY_MS;
    expect([await prolong(5), await prolong(), await prolong('')]).toEqual([5, 35, 65]);
    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
    expect(await prolong(inDays(10))).toBe(65);
    expect(Math.round(await prolong(inDays(200)))).toBe(140);
    expect(
      await anna!.refusal(board.prolong, { params: { id }, body: { dieDate: 200 } }),
    ).toMatchObject({ status: 400, code: 'bad_lifetime' });
    // One that was sold comes back for at most a year, whatever is left of its time.
    await anna!.call(board.close, { params: { id } });
    expect(Math.round(await prolong(300))).toBe(305);
  });
  test('that was sold behaves the same, and can be relisted, or deleted with everything it had', async () => {
    const { _id: id, images } = await place(anna!, 'Проданное', {}, [await picture()]);
    await boris!.call(classifiedFavourites.addFavourite, { params: { id } });
    expect((await anna!.call(documentedBoard.close, { params: { id } })).ad.state).toBe('closed');
    expect((await anna!.call(board.close, { params: { id } })).ad.state).toBe('closed');
    expect(await titles(boris!, { q: 'проданное' })).toEqual([]);
    expect(await boris!.refusal(board.one, { params: { id } })).toMatchObject({ status: 404 });
    expect(await media(boris!, images[0]!)).toBe(404);
    await anna!.call(board.prolong, { params: { id }, body: { dieDate: '' } });
    expect(await titles(boris!, { q: 'проданное' })).toEqual(['Проданное']);
    await anna!.call(board.remove, { params: { id } });
    await until(async () => !(await isStored(app, 'ads', images[0]!)));
    expect(
      (await boris!.call(classifiedFavourites.favourites)).ads.map(({ _id }) => _id),
    ).not.toContain(id);
  });
});
