import { afterAll, beforeAll, expect, test } from 'vitest';
import * as extras from '@respa/contract/chat-extras';
import { pickFound } from './search.ts';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';
import { roomOf, sendMessage } from '#tests/support/members/conversations.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const MESSAGES = [
  'вот <b>рыцарь</b> и <дракон>',
  'за\u0301мок на холме',
  'пере\u00adнос до\u200bмой',
  'ура 🎮!',
  'Ёлка от Д’Артаньяна',
  'мой ник x_Нагибатор-2000_x',
  'код 4815 и shop.example.com/sword',
  'и\u0306од в аптечке',
];
const SEARCHES: [q: string, message: number][] = [
  ['рыцарь', 0],
  ['дракона', 0],
  ['<дракон>', 0],
  ['замок', 1],
  ['за\u0301мок', 1],
  ['перенос', 2],
  ['пере\u00adнос', 2],
  ['домой', 2],
  ['🎮', 3],
  ['ура 🎮', 3],
  ['елка', 4],
  ["д'артаньян", 4],
  ['артаньян', 4],
  ['нагибатор', 5],
  ['Нагибатор\u20112000', 5],
  ['2000', 5],
  ['4815', 6],
  ['example.com', 6],
  ['sword', 6],
  ['йод', 7],
  ['и\u0306од', 7],
];
test('finds the same words among the newest messages and by the index', async () => {
  const [anna, boris] = await Promise.all([app.join('Анна'), app.join('Борис')]);
  const roomId = await roomOf(anna, boris);
  const ids: string[] = [];
  for (const text of MESSAGES) ids.push((await sendMessage(anna, roomId, text))._id);
  const rooms = [{ room_id: roomId, touched: roomId }];
  for (const [q, index] of SEARCHES) {
    // A page with too few hits is read by the index, a full one among the newest messages.
    const { found } = await anna.call(extras.search, { query: { q } });
    const newest = await pickFound(app.server.context.db, rooms, [q], { limit: 1 });
    expect([
      q,
      found.map(({ message }) => ids.indexOf(message._id)),
      newest.map(({ id }) => ids.indexOf(id)),
    ]).toEqual([q, [index], [index]]);
  }
});
