import { describe, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import { roomOf, sendMessage, type Message } from '#tests/support/members/conversations.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { app, anna, boris, vera } = await openTrio();
const room = await roomOf(anna, boris);
const unknown = '01890000-0000-7000-8000-000000000000';
const texts = (messages: Message[]) => messages.map((one) => one.message);

describe('Jumping', () => {
  test('returns the messages around a message or a day, and pages on in both directions', async () => {
    const [gleb, dina] = await Promise.all([app.join('Глеб'), app.join('Дина')]);
    const roomId = await roomOf(gleb, dina);
    const sent: Message[] = [];
    for (let turn = 1; turn <= 60; turn += 1) {
      // A fast machine sends two messages in one millisecond.
      if (turn === 41)
        await new Promise((resolve) => {
          setTimeout(resolve, 5);
        });
      sent.push(await sendMessage(gleb, roomId, `№${turn}`));
    }
    const ask = (query: Record<string, string>, who = dina) =>
      who.call(chats.messages, {
        params: { page: 1, offset: 0 },
        query: { room: roomId, ...query },
      });
    const numbers = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => `№${from + index}`);
    const around = await ask({ around: sent[29]!._id });
    expect([texts(around.messages), around.isLast, around.isNewest, around.target]).toEqual([
      numbers(10, 49),
      false,
      false,
      sent[29]!._id,
    ]);
    const newer = await ask({ newerThan: around.messages.at(-1)!._id });
    expect([texts(newer.messages), newer.isNewest]).toEqual([numbers(50, 60), true]);
    const start = await ask({ around: sent[0]!._id });
    expect([texts(start.messages), start.isLast, start.isNewest]).toEqual([
      numbers(1, 20),
      true,
      false,
    ]);
    const today = sent[0]!.date.slice(0, 10);
    expect(await ask({ date: today })).toMatchObject({ target: sent[0]!._id, isLast: true });
    expect(
      await ask({ date: new Date(Date.parse(sent[40]!.date) - 1).toISOString() }),
    ).toMatchObject({ isNewest: true });
    const future = await ask({ date: '2100-01-01' });
    expect([texts(future.messages), future.isNewest, future.target]).toEqual([
      numbers(41, 60),
      true,
      undefined,
    ]);
    for (const date of ['вчера', '2026-13-45', '2026-1-1', ''])
      expect(
        await dina.refusal(chats.messages, {
          params: { page: 1, offset: 0 },
          query: { room: roomId, date },
        }),
      ).toMatchObject({ status: 400 });
    const elsewhere = await sendMessage(anna, room, 'не там');
    for (const query of [
      { around: elsewhere._id },
      { newerThan: elsewhere._id },
      { around: unknown },
    ])
      expect(
        await dina.refusal(chats.messages, {
          params: { page: 1, offset: 0 },
          query: { room: roomId, ...query },
        }),
      ).toMatchObject({ status: 404 });
    expect(
      await vera.refusal(chats.messages, {
        params: { page: 1, offset: 0 },
        query: { room: roomId, around: sent[0]!._id },
      }),
    ).toMatchObject({ status: 404 });
  });
});
