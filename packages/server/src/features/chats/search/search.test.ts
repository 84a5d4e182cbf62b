import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as extras from '@respa/contract/chat-extras';
import { PAGE_SIZES } from '@respa/contract/limits';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { change, roomOf, sendMessage, take } from '#tests/support/members/conversations.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
const db = () => app.server.context.db;

describe('Message search', () => {
  const search = async (who: Caller, q: string, more: { room?: string; before?: string } = {}) =>
    (await who.call(extras.search, { query: { q, ...more } })).found.map(
      ({ message }) => message.message,
    );
  test("finds all words in any form, the last one as a prefix, in the caller's own rooms only", async () => {
    const [gleb, dina, egor] = await Promise.all([
      app.join('Глеб'),
      app.join('Дина', 'Тихая'),
      app.join('Егор'),
    ]);
    const [first, second] = [await roomOf(gleb, dina), await roomOf(gleb, egor)];
    await sendMessage(dina, first, 'Купил новый меч и щит');
    await sendMessage(egor, second, 'Мечи нынче дорогие, вот ссылка: shop.example.com/sword');
    await sendMessage(gleb, second, 'Ёжик в тумане, не я');
    await sendMessage(dina, await roomOf(dina, egor), 'меч без Глеба');
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
    // A former member finds nothing in the room; an edited message is found by its new words; a
    // deleted message is not found.
    await db()
      .deleteFrom('room_members')
      .where('room_id', '=', second)
      .where('user_id', '=', gleb.id)
      .execute();
    expect(await search(gleb, 'меч')).toEqual(['Купил новый меч и щит']);
    const edited = await sendMessage(dina, first, 'старое слово');
    await change(dina, edited._id, 'другая фраза');
    expect([await search(gleb, 'старое'), await search(gleb, 'фразы')]).toEqual([
      [],
      ['другая фраза'],
    ]);
    await take(dina, edited._id);
    expect(await search(gleb, 'фраза')).toEqual([]);
  });
  test('comes in pages, for common and rare words alike, ordered by time', async () => {
    const [gleb, dina, egor] = await Promise.all([
      app.join('Глеб'),
      app.join('Дина'),
      app.join('Егор'),
    ]);
    const rooms = [await roomOf(gleb, dina), await roomOf(gleb, egor)];
    const sent: string[] = [];
    for (let turn = 0; turn < 50; turn += 1)
      sent.unshift(
        (
          await sendMessage(
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
    // The index does not fill up a full page, so the scan of the newest messages must match every
    // spelling by itself.
    for (const q of ['елка', 'ёлка'])
      expect(await search(gleb, q), q).toEqual(sent.slice(0, PAGE_SIZES.messages));
  });
});
