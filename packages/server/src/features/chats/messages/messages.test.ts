import { describe, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import { openRoom } from '#tests/support/stream-reader.ts';
import {
  change,
  readRoom,
  roomOf,
  sendMessage,
  take,
  type Message,
} from '#tests/support/members/conversations.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { app, anna, boris, vera } = await openTrio();
const unknown = '01890000-0000-7000-8000-000000000000';
const texts = (messages: Message[]) => messages.map((one) => one.message);
const rowOf = async (id: string) =>
  app.server.context.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
/** Returns two users who have never exchanged a message. */
const twoNew = () => Promise.all([app.join('Глеб'), app.join('Дина')]);

describe('Messages', () => {
  test('are sent, edited and deleted by their author only', async () => {
    const roomId = await roomOf(anna, boris);
    const sent = await sendMessage(anna, roomId, '  привет  ');
    expect(sent).toMatchObject({
      user: anna.id,
      name: 'Анна',
      message: 'привет',
      edited: false,
      images: [],
      audio: null,
    });
    const before = await rowOf(sent._id);
    for (const stranger of [boris, vera]) {
      expect(
        await stranger.refusal(chats.edit, {
          params: { id: sent._id },
          body: { message: 'чужое' },
        }),
      ).toMatchObject({ status: 404 });
      expect(await stranger.refusal(chats.remove, { params: { id: sent._id } })).toMatchObject({
        status: 404,
      });
    }
    expect(await rowOf(sent._id)).toEqual(before);
    expect(
      await vera.refusal(chats.send, { params: { roomId }, body: { message: 'тук-тук' } }),
    ).toMatchObject({ status: 404 });
    expect(await change(anna, sent._id, 'пока')).toMatchObject({
      _id: sent._id,
      message: 'пока',
      edited: true,
      position: sent.position,
    });
    await take(anna, sent._id);
    expect(await anna.refusal(chats.remove, { params: { id: sent._id } })).toMatchObject({
      status: 404,
    });
    expect(
      await anna.refusal(chats.edit, { params: { id: sent._id }, body: { message: 'снова' } }),
    ).toMatchObject({ status: 404 });
    expect(await rowOf(sent._id)).toMatchObject({ text: '', media: [] });
    expect(texts(await readRoom(boris, roomId))).not.toContain('пока');
  });

  test('are refused when empty or too long', async () => {
    const roomId = await roomOf(anna, boris);
    for (const message of ['', '  \n ', '\u0001']) {
      expect(
        await anna.refusal(chats.send, { params: { roomId }, body: { message } }),
      ).toMatchObject({
        status: 400,
        code: 'empty_message',
        error: 'Напишите сообщение или добавьте файл.',
      });
    }
    expect(
      await anna.refusal(chats.send, { params: { roomId }, body: { message: 'щ'.repeat(4001) } }),
    ).toMatchObject({ status: 400, error: 'Сообщение не длиннее 4 000 символов' });
    expect((await sendMessage(anna, roomId, 'щ'.repeat(4000))).message).toHaveLength(4000);
    const sent = await sendMessage(anna, roomId, 'не пустое');
    expect(
      await anna.refusal(chats.edit, { params: { id: sent._id }, body: { message: ' ' } }),
    ).toMatchObject({ status: 400, code: 'empty_message' });
    expect(await rowOf(sent._id)).toMatchObject({ text: 'не пустое', edited_at: null });
  });

  test('are not sent again with the clientId of a deleted message', async () => {
    const roomId = await roomOf(anna, boris);
    const body = { message: 'удалят', clientId: crypto.randomUUID() };
    const quoted = await sendMessage(boris, roomId, 'и это');
    const answer = { ...body, clientId: crypto.randomUUID(), replyTo: quoted._id };
    const { message } = await anna.call(chats.send, { params: { roomId }, body });
    const { message: reply } = await anna.call(chats.send, { params: { roomId }, body: answer });
    await take(anna, message._id);
    await take(boris, quoted._id);
    const before = (await readRoom(anna, roomId)).map((one) => one._id);
    const again = { params: { roomId }, body };
    for (const files of [{}, { image: [new File(['x'], 'x.png')] }])
      expect(await anna.refusal(chats.send, { ...again, files })).toMatchObject({
        status: 409,
        code: 'message_deleted',
      });
    // The answer to a message that is gone is still the one that was sent.
    expect((await anna.call(chats.send, { params: { roomId }, body: answer })).message._id).toBe(
      reply._id,
    );
    expect((await readRoom(anna, roomId)).map((one) => one._id)).toEqual(before);
  });
  test('are stored once per clientId, however often they are sent at once', async () => {
    const roomId = await roomOf(anna, boris);
    const before = (await readRoom(anna, roomId)).length;
    for (let round = 0; round < 5; round += 1) {
      const clientId = crypto.randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => sendMessage(anna, roomId, 'один раз', clientId)),
      );
      expect(new Set(answers.map((answer) => answer._id)).size).toBe(1);
      expect(await sendMessage(anna, roomId, 'другой текст', clientId)).toEqual(answers[0]);
    }
    expect((await readRoom(anna, roomId)).length).toBe(before + 5);
    const shared = crypto.randomUUID();
    expect((await sendMessage(anna, roomId, 'мой', shared))._id).not.toBe(
      (await sendMessage(boris, roomId, 'мой', shared))._id,
    );
  });

  test('a concurrent edit and deletion end in a deletion or a refusal, never in a mix', async () => {
    const roomId = await roomOf(anna, boris);
    for (let round = 0; round < 10; round += 1) {
      const sent = await sendMessage(anna, roomId, `спор ${round}`);
      const [edited, taken] = await Promise.allSettled([
        change(anna, sent._id, 'изменено'),
        take(anna, sent._id),
        change(anna, sent._id, 'ещё раз'),
      ]);
      expect(taken.status).toBe('fulfilled');
      expect(edited.status === 'rejected' ? edited.reason : { status: 404 }).toMatchObject({
        status: 404,
      });
      expect(await rowOf(sent._id)).toMatchObject({
        text: '',
        deleted_at: expect.any(Date) as unknown,
      });
    }
  });

  test('come in pages of twenty, oldest first, by number, by offset and by the oldest seen message', async () => {
    const [gleb, dina] = await twoNew();
    const roomId = await roomOf(gleb, dina);
    for (let turn = 1; turn <= 45; turn += 1)
      await sendMessage(turn % 3 === 0 ? dina : gleb, roomId, `№${turn}`);
    const numbers = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => `№${from + index}`);
    const page = async (number: number, offset: number, query: { before?: string } = {}) => {
      const { messages, isLast } = await dina.call(chats.messages, {
        params: { page: number, offset },
        query: { room: roomId, ...query },
      });
      return { texts: texts(messages), isLast, first: messages[0]?._id };
    };
    const first = await page(1, 0);
    expect(first).toMatchObject({ texts: numbers(26, 45), isLast: false });
    expect(await page(0, 0)).toEqual(first);
    expect(await page(2, 0)).toMatchObject({ texts: numbers(6, 25), isLast: false });
    expect(await page(3, 0)).toMatchObject({ texts: numbers(1, 5), isLast: true });
    expect(await page(4, 0)).toMatchObject({ texts: [], isLast: true });
    await sendMessage(gleb, roomId, '№46');
    expect(await page(2, 1)).toMatchObject({ texts: numbers(6, 25) });
    expect(await page(1, 0, { before: first.first! })).toMatchObject({
      texts: numbers(6, 25),
      isLast: false,
    });
    expect(
      await dina.refusal(chats.messages, {
        params: { page: 1, offset: 0 },
        query: { room: roomId, before: unknown },
      }),
    ).toMatchObject({ status: 404 });
    expect(
      await vera.refusal(chats.messages, {
        params: { page: 1, offset: 0 },
        query: { room: roomId },
      }),
    ).toMatchObject({ status: 404 });
    const { messages, seq, isLast } = await dina.call(chats.messages, {
      params: { page: 1, offset: 0 },
      query: { room: roomId, after: 44 },
    });
    expect([texts(messages), seq, isLast]).toEqual([['№45', '№46'], 46, true]);
  });

  test('without a room id come from the newest open stream, which receives the page too', async () => {
    const [gleb, dina] = await twoNew();
    const roomId = await roomOf(gleb, dina);
    await sendMessage(dina, roomId, 'здесь');
    const bare = { params: { page: 1, offset: 0 } };
    expect(await gleb.refusal(chats.messages, bare)).toMatchObject({
      status: 400,
      code: 'no_open_room',
    });
    const stream = await openRoom(gleb, roomId);
    const page = await gleb.call(chats.messages, bare);
    expect(texts(page.messages)).toEqual(['здесь']);
    expect(await stream.next('load')).toMatchObject({ messages: page.messages, isLast: true });
    expect(await dina.refusal(chats.messages, bare)).toMatchObject({ code: 'no_open_room' });
    await stream.cut();
    await expect
      .poll(async () => (await gleb.request(chats.messages as never, bare as never)).status)
      .toBe(400);
  });
});
