import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as extras from '@respa/contract/chat-extras';
import { PAGE_SIZES } from '@respa/contract/limits';
import { startHouse, type Caller, type TestHouse } from '../../../../../tests/driver.ts';
import { change, roomOf, say, take } from '../../../../../tests/talk.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());
const db = () => house.server.ground.db;

describe('search', () => {
  const search = async (who: Caller, q: string, more: { room?: string; before?: string } = {}) =>
    (await who.call(extras.search, { query: { q, ...more } })).found.map(
      ({ message }) => message.message,
    );
  test('finds all words in any form, the last one from its beginning, in the own rooms alone', async () => {
    const [gleb, dina, egor] = await Promise.all([
      house.join('Глеб'),
      house.join('Дина', 'Тихая'),
      house.join('Егор'),
    ]);
    const [first, second] = [await roomOf(gleb, dina), await roomOf(gleb, egor)];
    await say(dina, first, 'Купил новый меч и щит');
    await say(egor, second, 'Мечи нынче дорогие, вот ссылка: shop.example.com/sword');
    await say(gleb, second, 'Ёжик в тумане, не я');
    await say(dina, await roomOf(dina, egor), 'меч без Глеба');
    expect(await search(gleb, 'меч')).toEqual([
      'Мечи нынче дорогие, вот ссылка: shop.example.com/sword',
      'Купил новый меч и щит',
    ]);
    expect(await search(gleb, 'ЩИТ новый')).toEqual(['Купил новый меч и щит']);
    expect(await search(gleb, 'меч дорог')).toEqual([
      'Мечи нынче дорогие, вот ссылка: shop.example.com/sword',
    ]);
    for (const q of ['ежик', 'ёжики', 'не', 'я', 'тума'])
      expect(await search(gleb, q), q).toEqual(['Ёжик в тумане, не я']);
    expect(await search(gleb, 'example.com')).toHaveLength(1);
    expect(await search(gleb, 'меч', { room: first })).toEqual(['Купил новый меч и щит']);
    for (const q of ['', '  ', '&|!', "'", ':*', 'меч щитоносец', `@${first}`])
      expect(await search(gleb, q), q).toEqual([]);
    const { found } = await gleb.call(extras.search, { query: { q: 'щит' } });
    expect(found[0]!.room).toEqual({
      _id: first,
      isChat: false,
      title: 'Дина Тихая',
      avatarUrl: '',
      userId: dina.id,
    });
    expect(await egor.refusal(extras.search, { query: { q: 'меч', room: first } })).toMatchObject({
      status: 404,
    });
    // A former member finds nothing of it any more; an edited message is found by its new words; a deleted one is not found.
    await db()
      .deleteFrom('room_members')
      .where('room_id', '=', second)
      .where('user_id', '=', gleb.id)
      .execute();
    expect(await search(gleb, 'меч')).toEqual(['Купил новый меч и щит']);
    const edited = await say(dina, first, 'старое слово');
    await change(dina, edited._id, 'другая фраза');
    expect([await search(gleb, 'старое'), await search(gleb, 'фразы')]).toEqual([
      [],
      ['другая фраза'],
    ]);
    await take(dina, edited._id);
    expect(await search(gleb, 'фраза')).toEqual([]);
  });
  test('comes in pages, the common and the rare alike, in the order of time', async () => {
    const [gleb, dina, egor] = await Promise.all([
      house.join('Глеб'),
      house.join('Дина'),
      house.join('Егор'),
    ]);
    const rooms = [await roomOf(gleb, dina), await roomOf(gleb, egor)];
    const sent: string[] = [];
    for (let turn = 0; turn < 50; turn += 1)
      sent.unshift(
        (
          await say(
            gleb,
            rooms[turn % 3 === 0 ? 0 : 1]!,
            `рейд ${turn} ${turn % 10 === 3 ? 'у Ёлки' : 'у елки'}${turn % 20 === 0 ? ' редкость' : ''}`,
          )
        ).message,
      );
    const pages: string[] = [];
    for (let before: string | undefined, isLast = false; !isLast;) {
      const page = await gleb.call(extras.search, {
        query: { q: 'рейды', ...(before === undefined ? {} : { before }) },
      });
      pages.push(...page.found.map(({ message }) => message.message));
      before = page.found.at(-1)?.message._id;
      isLast = page.isLast;
    }
    expect(pages).toEqual(sent);
    expect(await search(gleb, 'редкость')).toEqual(
      sent.filter((text) => text.includes('редкость')),
    );
    // A page that is full is not filled up by the index: what is only sifted must let every writing through.
    for (const q of ['елка', 'ёлка'])
      expect(await search(gleb, q), q).toEqual(sent.slice(0, PAGE_SIZES.messages));
  });
});
