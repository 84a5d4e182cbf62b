import { describe, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import type { Caller } from '#tests/support/driver.ts';
import {
  change,
  readRoom,
  roomOf,
  sendMessage,
  take,
} from '#tests/support/members/conversations.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { anna, boris, vera } = await openTrio();
/** The room of Anna and Boris, and the room of Anna and Vera. */
const [room, other] = [await roomOf(anna, boris), await roomOf(anna, vera)];
const unknown = '01890000-0000-7000-8000-000000000000';
const find = async (who: Caller, roomId: string, id: string) =>
  (await readRoom(who, roomId)).find((one) => one._id === id)!;
const answer = (
  who: Caller,
  roomId: string,
  text: string,
  more: { replyTo?: string; mentions?: unknown; clientId?: string },
) => who.call(chats.send, { params: { roomId }, body: { message: text, ...more } });

describe('Replies', () => {
  test('carry the message they reply to, also after it was edited or deleted', async () => {
    const long = 'щ'.repeat(300);
    const first = await sendMessage(anna, room, long);
    const { message } = await answer(boris, room, 'отвечаю', { replyTo: first._id });
    expect(message.replyTo).toEqual({
      _id: first._id,
      user: anna.id,
      name: 'Анна',
      surname: 'Белова',
      message: `${'щ'.repeat(199)}…`,
      kind: null,
      position: first.position,
      isDeleted: false,
    });
    await change(anna, first._id, 'короче');
    expect((await find(anna, room, message._id)).replyTo).toMatchObject({ message: 'короче' });
    await take(anna, first._id);
    expect((await find(boris, room, message._id)).replyTo).toMatchObject({
      _id: first._id,
      name: '',
      message: '',
      isDeleted: true,
    });
    expect(
      (await answer(anna, room, 'на пустое', { replyTo: first._id })).message.replyTo,
    ).toMatchObject({ isDeleted: true });
  });
  test('cannot refer to a message outside their room', async () => {
    const elsewhere = await sendMessage(anna, other, 'секрет Анны и Веры');
    const count = (await readRoom(anna, room)).length;
    for (const replyTo of [elsewhere._id, unknown])
      expect(
        await anna.refusal(chats.send, {
          params: { roomId: room },
          body: { message: 'х', replyTo },
        }),
      ).toMatchObject({ status: 404 });
    expect(
      await anna.refusal(chats.send, {
        params: { roomId: room },
        body: { message: 'х', replyTo: 'x' },
      }),
    ).toMatchObject({ status: 400 });
    expect(
      await vera.refusal(chats.send, {
        params: { roomId: room },
        body: { message: 'х', replyTo: unknown },
      }),
    ).toMatchObject({ status: 404 });
    expect(await readRoom(anna, room)).toHaveLength(count);
  });
});
