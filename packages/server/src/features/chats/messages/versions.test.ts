import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as list from '@respa/contract/chat-list';
import * as extras from '@respa/contract/chat-extras';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { change, roomOf, sendMessage, take } from '#tests/support/members/conversations.ts';

let app: TestApp;
let anna: Caller;
let boris: Caller;
let roomId: string;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  [anna, boris] = await Promise.all([app.join('Анна'), app.join('Борис')]);
  roomId = await roomOf(anna, boris);
});
const versionsFor = async (who: Caller, messageId: string) =>
  (await who.call(extras.versions, { params: { messageId } })).versions;

test('former texts are shown to both, the newest first, with the time they were written', async () => {
  const message = await sendMessage(anna, roomId, 'раз');
  expect(await versionsFor(boris, message._id)).toEqual([]);
  await change(anna, message._id, 'два');
  await change(anna, message._id, 'три');
  await change(anna, message._id, 'три');
  for (const who of [anna, boris]) {
    const versions = await versionsFor(who, message._id);
    expect(versions.map(({ message: text }) => text)).toEqual(['два', 'раз']);
    expect(versions[1]!.date).toBe(message.date);
    expect(versions[0]!.date > versions[1]!.date).toBe(true);
  }
});
test('at most fifty former texts are kept', async () => {
  const message = await sendMessage(anna, roomId, '0');
  for (let turn = 1; turn <= 52; turn += 1) await change(anna, message._id, String(turn));
  const versions = await versionsFor(boris, message._id);
  expect(versions).toHaveLength(50);
  expect([versions[0]!.message, versions.at(-1)!.message]).toEqual(['51', '2']);
});
test('nobody outside the room reads them, and they end with the message', async () => {
  const message = await sendMessage(anna, roomId, 'тайна');
  await change(anna, message._id, 'ничего');
  const vera = await app.join('Вера');
  expect(await vera.refusal(extras.versions, { params: { messageId: message._id } })).toMatchObject(
    { status: 404 },
  );
  await take(anna, message._id);
  expect(
    await boris.refusal(extras.versions, { params: { messageId: message._id } }),
  ).toMatchObject({ status: 404 });
  const { rows } = await sql`
    select
    from message_versions
    where message_id = ${message._id}
  `.execute(app.server.context.db);
  expect(rows).toEqual([]);
});
test('who cleared the history no longer reads them', async () => {
  const message = await sendMessage(anna, roomId, 'раз');
  await change(anna, message._id, 'два');
  await boris.call(list.clearHistory, { params: { roomId } });
  expect(
    await boris.refusal(extras.versions, { params: { messageId: message._id } }),
  ).toMatchObject({ status: 404 });
  expect(await versionsFor(anna, message._id)).toHaveLength(1);
});
