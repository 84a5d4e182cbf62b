import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as extras from '@respa/contract/chat-extras';
import * as groups from '@respa/contract/group-chats';
import * as notifications from '@respa/contract/notifications';
import type { Caller } from '#tests/support/driver.ts';
import { picture } from '#tests/support/files/pictures.ts';
import {
  appoint,
  befriend,
  dismiss,
  excludeFrom,
  groupOf,
  makeGroup,
  readGroup,
  sendToGroup,
} from '#tests/support/members/group-chats.ts';
import { statusAfter } from '#tests/support/members/held-group.ts';
import { roomOf, sendMessage } from '#tests/support/members/conversations.ts';
import { sendPollToGroup } from '#tests/support/members/polls.ts';
import { openTrio } from '#tests/support/members/trio.ts';
import { openGroup } from '#tests/support/stream-reader.ts';
import { gatherRoomNews } from './room-news.ts';
import { exportDialogs } from '../export.ts';
import { changeModerator } from '../groups/group-queries.ts';

const { app, anna, boris, vera } = await openTrio();
await befriend(anna, boris, vera);
const db = () => app.server.context.db;
const remove = (who: Caller, id: string) => who.call(groups.remove, { params: { id } });
const refused = (who: Caller, id: string) => who.refusal(groups.remove, { params: { id } });
const BY_CREATOR = 'Сообщение удалено создателем';
const BY_MODERATOR = 'Сообщение удалено модератором';

/** Returns the tables that hold an id anywhere in a row, apart from the messages themselves. */
async function tablesWith(id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name !~ '^(messages|jobs|idempotency)'
    order by 1
  `.execute(db());
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await sql`
      select
      from ${sql.table(name)} as t
      where to_jsonb(t)::text like ${`%${id}%`}
      limit 1
    `.execute(db());
    if (hits.length > 0) found.push(name);
  }
  return found;
}
/** Writes a message with everything that a message may have. */
async function writeRich(author: Caller, roomId: string, named: Caller) {
  const { message } = await author.call(groups.send, {
    params: { roomId },
    body: {
      message: 'эй, ананас',
      mentions: [{ user: named.id, offset: 0, length: 2 }],
      clientId: crypto.randomUUID(),
    },
    files: { image: [await picture()] },
  });
  await author.call(groups.edit, {
    params: { id: message._id },
    body: { message: 'эй, ананасы', mentions: [{ user: named.id, offset: 0, length: 2 }] },
  });
  await named.call(extras.react, { params: { messageId: message._id }, body: { emoji: '🔥' } });
  await named.call(extras.pin, { params: { messageId: message._id } });
  return message;
}

test('the creator deletes a message of another: a line stays, and nothing of what it held', async () => {
  const id = await makeGroup(anna, 'Порядок', boris, vera);
  const own = await writeRich(boris, id, vera);
  await remove(boris, own._id);
  await sendToGroup(boris, id, 'после');
  const ordinary = await tablesWith(own._id);

  const message = await writeRich(boris, id, vera);
  expect((await tablesWith(message._id)).length).toBeGreaterThan(ordinary.length);
  const reply = (
    await vera.call(groups.send, {
      params: { roomId: id },
      body: { message: 'Про ананасы', replyTo: message._id },
    })
  ).message;
  const [open, away] = [await openGroup(vera, id), await openGroup(vera, id)];
  await Promise.all([open.next('init'), away.next('init')]);
  await away.cut();

  await remove(anna, message._id);
  const line = {
    _id: message._id,
    message: BY_CREATOR,
    system: { kind: 'removed_by_creator', userId: null },
    position: message.position,
    images: [],
    pictures: [],
    reactions: [],
    mentions: [],
    edited: false,
    replyTo: null,
  };
  expect(await open.next('edit')).toMatchObject({ message: line });
  const again = await openGroup(vera, id, away.lastId());
  expect(await again.next('edit')).toMatchObject({ message: line });
  await Promise.all([open.cut(), again.cut()]);

  expect(await tablesWith(message._id)).toEqual(ordinary);
  for (const who of [anna, boris, vera]) {
    const shown = await readGroup(who, id);
    expect(shown.find((one) => one._id === message._id)).toMatchObject(line);
    expect(shown.find((one) => one._id === reply._id)).toMatchObject({
      replyTo: { isDeleted: true, message: '', name: '' },
    });
    expect((await groupOf(who, id)).pinned).toBeNull();
    expect(
      (await who.call(extras.search, { query: { q: 'ананасы', room: id } })).found.map(
        (one) => one.message._id,
      ),
    ).toEqual([reply._id]);
    expect(
      await who.refusal(extras.versions, { params: { messageId: message._id } }),
    ).toMatchObject({ status: 404 });
  }
  const { rows } = await sql`
    select
    from media_files
    where name = ${message.images[0]!}
  `.execute(db());
  expect(rows).toEqual([]);
  expect(
    (await vera.call(notifications.list)).notifications.filter(({ postID }) => postID === id),
  ).toMatchObject([{ type: 'invite' }]);
});
test('the line is final: nobody edits, deletes, pins, forwards, reports or answers to it', async () => {
  const id = await makeGroup(anna, 'Строка', boris, vera);
  const { _id: messageId } = await sendToGroup(boris, id, 'лишнее', 'lost-answer');
  await remove(anna, messageId);
  for (const who of [anna, boris]) {
    expect(await refused(who, messageId)).toMatchObject({ status: 404 });
    expect(
      await who.refusal(groups.edit, { params: { id: messageId }, body: { message: 'верну' } }),
    ).toMatchObject({ status: 404 });
    for (const [route, input] of [
      [extras.react, { params: { messageId }, body: { emoji: '🔥' } }],
      [extras.pin, { params: { messageId } }],
    ] as const)
      expect(await who.refusal(route, input as never)).toMatchObject({ status: 404 });
  }
  // Its author's device did not get the answer and sends it again.
  expect(
    await boris.refusal(groups.send, {
      params: { roomId: id },
      body: { message: 'лишнее', clientId: 'lost-answer' },
    }),
  ).toMatchObject({ code: 'message_deleted' });
  expect(await readGroup(vera, id)).toHaveLength(2);
});
test('a deleted message is no longer unread, news or the last thing said', async () => {
  const id = await makeGroup(anna, 'Счёт', boris, vera);
  const entry = async () => (await vera.call(chats.rooms)).rooms.find((one) => one._id === id)!;
  const before = (await vera.call(chats.unread)).count;
  const message = await sendToGroup(boris, id, 'раз');
  expect((await entry()).unread).toBe(1);
  await remove(anna, message._id);
  expect(await entry()).toMatchObject({
    unread: 0,
    mentioned: false,
    lastMessage: BY_CREATOR,
    sender: null,
    senderName: '',
  });
  expect((await vera.call(chats.unread)).count).toBe(before);
  expect(await gatherRoomNews(db(), id, [vera.id], 0)).toEqual([]);
  const [dialog] = (await Array.fromAsync(exportDialogs(app.server.context, vera.id))).filter(
    ({ row }) => (row as { id: string }).id === id,
  );
  expect((await Array.fromAsync(dialog!.inner!.rows)).at(-1)!.row).toMatchObject({
    event: 'removed_by_creator',
    text: BY_CREATOR,
  });
});
test('a moderator deletes messages of members, not those of the creator and other moderators', async () => {
  const id = await makeGroup(anna, 'Помощники', boris, vera);
  const gleb = await app.join('Глеб');
  await befriend(anna, gleb);
  await anna.call(groups.invite, { params: { roomId: id, userId: gleb.id } });
  await appoint(anna, id, boris);
  const [mine, theirs, poll] = [
    await sendToGroup(anna, id, 'от создателя'),
    await sendToGroup(vera, id, 'от Веры'),
    await sendPollToGroup(gleb, id),
  ];
  expect(await refused(gleb, theirs._id)).toMatchObject({ status: 404 });
  expect(await refused(boris, mine._id)).toMatchObject({ status: 403, code: 'forbidden' });
  await remove(boris, theirs._id);
  await excludeFrom(boris, id, gleb);
  // Also of who is gone.
  await remove(boris, poll._id);
  expect(await tablesWith(poll._id)).toEqual([]);
  await appoint(anna, id, vera);
  const third = await sendToGroup(vera, id, 'от модератора');
  expect(await refused(boris, third._id)).toMatchObject({ status: 403 });
  await remove(anna, third._id);
  await dismiss(anna, id, boris);
  const fourth = await sendToGroup(vera, id, 'ещё');
  expect(await refused(boris, fourth._id)).toMatchObject({ status: 404 });
  // An own message leaves nothing, as before.
  await remove(vera, fourth._id);
  expect((await readGroup(anna, id)).map((one) => one.message).slice(-8)).toEqual([
    'Анна назначила модератором Бориса',
    'от создателя',
    BY_MODERATOR,
    BY_MODERATOR,
    'Борис исключил Глеба',
    'Анна назначила модератором Веру',
    BY_CREATOR,
    'Анна убрала Бориса из модераторов',
  ]);
});
test('a moderator dismissed while the deletion waited deletes nothing; two deletions make one line', async () => {
  const id = await makeGroup(anna, 'Гонка', boris, vera);
  await appoint(anna, id, boris);
  const message = await sendToGroup(vera, id, 'было');
  const begin = () => remove(boris, message._id);
  expect(await statusAfter(app, id, begin, (tx) => changeModerator(tx, id, boris.id, false))).toBe(
    404,
  );
  expect((await readGroup(vera, id)).at(-1)).toMatchObject({ message: 'было' });
  // The author became a moderator meanwhile.
  await appoint(anna, id, boris);
  expect(await statusAfter(app, id, begin, (tx) => changeModerator(tx, id, vera.id, true))).toBe(
    403,
  );
  await dismiss(anna, id, vera);
  const tries = await Promise.allSettled([
    remove(anna, message._id),
    remove(boris, message._id),
    remove(vera, message._id),
  ]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
test('in a private conversation nobody deletes what the other wrote', async () => {
  const room = await roomOf(anna, boris);
  const message = await sendMessage(boris, room, 'моё');
  for (const route of [chats.remove, groups.remove])
    expect(await anna.refusal(route, { params: { id: message._id } })).toMatchObject({
      status: 404,
    });
  expect(await refused(boris, message._id)).toMatchObject({ status: 404 });
});
