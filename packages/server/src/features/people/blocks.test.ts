import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as friends from '@respa/contract/friends';
import * as notifications from '@respa/contract/notifications';
import * as people from '@respa/contract/people';
import * as photos from '@respa/contract/photos';
import * as privacy from '@respa/contract/privacy';
import * as profile from '@respa/contract/profile';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { picture } from '#tests/support/files/pictures.ts';
import { openLive, openRoom } from '#tests/support/stream-reader.ts';
import { roomOf, sendMessage } from '#tests/support/members/conversations.ts';
import { befriend } from '#tests/support/members/group-chats.ts';
import { joinTrio } from '#tests/support/members/trio.ts';

let app: TestApp;
let anna: Caller;
let boris: Caller;
let vera: Caller;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  [anna, boris, vera] = await joinTrio(app, 'Зимина');
  await befriend(anna, vera);
});
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: { status: number; body: { code: string } }) => [error.status, error.body.code],
  );

test('a blocked user finds and reaches nothing of the blocker', async () => {
  await befriend(anna, boris);
  const { post } = await anna.call(wall.create, { body: { title: 'Моя запись' } });
  const { photo } = await anna.call(photos.create, { files: { file: [await picture()] } });
  const { post: verasPost } = await vera.call(wall.create, { body: { title: 'Запись Веры' } });
  const { comment } = await anna.call(reactions.comment, {
    params: { postId: verasPost._id },
    body: { text: 'От Анны' },
  });
  await vera.call(reactions.comment, {
    params: { postId: verasPost._id },
    body: { text: 'От Веры' },
  });
  await boris.call(reactions.like, { params: { id: post._id } });
  const roomId = await roomOf(anna, boris);
  const message = await sendMessage(boris, roomId, 'привет');
  await sendMessage(anna, roomId, 'и тебе');

  expect(await anna.call(privacy.block, { params: { id: boris.id } })).toEqual({ ok: true });
  await anna.call(privacy.block, { params: { id: boris.id } });
  expect((await anna.call(privacy.blocked)).people.map((one) => one._id)).toEqual([boris.id]);

  const gone = [404, 'not_found'];
  expect(await refusal(boris.call(profile.user, { params: { id: anna.id } }))).toEqual(gone);
  expect(await refusal(boris.call(profile.profile, { params: { id: anna.id } }))).toEqual(gone);
  expect(await refusal(boris.call(profile.visit, { params: { id: anna.id } }))).toEqual(gone);
  expect(await refusal(boris.call(friends.list, { params: { id: anna.id } }))).toEqual(gone);
  expect(await refusal(boris.call(friends.make, { params: { id: anna.id } }))).toEqual(gone);
  expect(
    await refusal(boris.call(wall.list, { params: { userId: anna.id, page: 1, offset: 0 } })),
  ).toEqual(gone);
  expect(await refusal(boris.call(wall.one, { params: { id: post._id } }))).toEqual(gone);
  expect(await refusal(boris.call(wall.postHead, { params: { id: post._id } }))).toEqual(gone);
  expect(await refusal(boris.call(photos.list, { params: { userId: anna.id } }))).toEqual(gone);
  expect(await refusal(boris.call(photos.one, { params: { id: photo._id } }))).toEqual(gone);
  expect(await refusal(boris.call(reactions.like, { params: { id: post._id } }))).toEqual(gone);
  expect(await refusal(boris.call(reactions.comments, { params: { postId: post._id } }))).toEqual(
    gone,
  );
  expect(
    await refusal(
      boris.call(reactions.comment, { params: { postId: post._id }, body: { text: 'Эй' } }),
    ),
  ).toEqual(gone);
  expect(
    await refusal(boris.call(reactions.likeComment, { params: { commentId: comment._id } })),
  ).toEqual(gone);
  expect(await boris.call(reactions.comments, { params: { postId: verasPost._id } })).toMatchObject(
    { count: 1, comments: [{ text: 'От Веры' }] },
  );
  expect((await vera.call(reactions.comments, { params: { postId: verasPost._id } })).count).toBe(
    2,
  );

  const found = await boris.call(people.directory, { params: { page: 1, query: 'белова' } });
  const foundByVera = await vera.call(people.directory, { params: { page: 1, query: 'белова' } });
  expect(found.users.map((one) => one._id)).not.toContain(anna.id);
  expect(foundByVera.users.map((one) => one._id)).toContain(anna.id);
  expect(foundByVera.count - found.count).toBe(1);
  expect(
    (await boris.call(people.users, { query: { q: 'белова' } })).users.map((one) => one._id),
  ).not.toContain(anna.id);
  expect((await boris.call(friends.list, { params: { id: vera.id } })).friends).toEqual([]);
  expect((await boris.call(wall.friendsNews)).posts).toEqual([]);
  for (const who of [anna, boris])
    expect(
      (await who.call(notifications.list)).notifications.filter((notice) =>
        [anna.id, boris.id].includes(notice.from),
      ),
    ).toEqual([]);
  expect(await anna.call(profile.profile, { params: { id: boris.id } })).toMatchObject({
    relation: 'none',
    standing: { isBlocked: true, mayWrite: false },
  });

  // Existing messages stay readable for both; nothing new reaches the blocker, and the blocker's
  // presence is hidden.
  const closed = [403, 'messages_closed'];
  expect(
    (await boris.call(chats.messages, { params: { page: 1, offset: 0 }, query: { room: roomId } }))
      .messages,
  ).toHaveLength(2);
  expect(await refusal(sendMessage(boris, roomId, 'ответь'))).toEqual(closed);
  expect(
    await refusal(
      boris.call(chats.edit, { params: { id: message._id }, body: { message: 'правка' } }),
    ),
  ).toEqual(closed);
  expect(await refusal(boris.call(chats.typing, { params: { roomId } }))).toEqual(closed);
  expect(await refusal(sendMessage(anna, roomId, 'пока'))).toEqual(closed);
  const live = await openLive(anna);
  expect((await boris.call(chats.room, { params: { id: roomId } })).room).toMatchObject({
    isOnline: false,
    date: null,
    mayWrite: false,
    closed: 'limited',
  });
  expect((await anna.call(chats.room, { params: { id: roomId } })).room).toMatchObject({
    mayWrite: false,
    closed: 'blocked',
  });
  expect((await boris.call(chats.rooms)).rooms[0]).toMatchObject({ isOnline: false });
  await live.cut();

  expect(await refusal(anna.call(friends.make, { params: { id: boris.id } }))).toEqual([
    409,
    'blocked_by_you',
  ]);
  expect(await anna.call(privacy.unblock, { params: { id: boris.id } })).toEqual({ ok: true });
  expect((await boris.call(profile.profile, { params: { id: anna.id } })).relation).toBe('none');
  await sendMessage(boris, roomId, 'спасибо');
});

test("the blocker's presence is hidden, also in a stream that was open", async () => {
  const roomId = await roomOf(anna, boris);
  await sendMessage(anna, roomId, 'привет');
  const stream = await openRoom(boris, roomId);
  await anna.call(privacy.block, { params: { id: boris.id } });
  await stream.ended;
  const again = await openRoom(boris, roomId);
  const live = await openLive(anna);
  await vera.call(chats.createRoom, { params: { userId: boris.id } });
  expect(again.events.map((event) => event.type)).not.toContain('presence');
  await Promise.all([again.cut(), live.cut()]);
});

test('refuses blocking oneself or an unknown user; two who block each other at once are both blocked', async () => {
  expect(await refusal(anna.call(privacy.block, { params: { id: anna.id } }))).toEqual([
    400,
    'self',
  ]);
  expect(await refusal(anna.call(privacy.block, { params: { id: crypto.randomUUID() } }))).toEqual([
    404,
    'not_found',
  ]);
  await Promise.all([
    anna.call(privacy.block, { params: { id: boris.id } }),
    boris.call(privacy.block, { params: { id: anna.id } }),
  ]);
  expect(await refusal(anna.call(profile.user, { params: { id: boris.id } }))).toEqual([
    404,
    'not_found',
  ]);
  expect(await refusal(boris.call(profile.user, { params: { id: anna.id } }))).toEqual([
    404,
    'not_found',
  ]);
  expect((await anna.call(privacy.blocked)).people).toHaveLength(1);
});

test('a muted user is in neither the feed nor the notifications, and does not learn of it', async () => {
  const { post } = await anna.call(wall.create, { body: { title: 'Моё' } });
  await vera.call(wall.create, { body: { title: 'Её' } });
  await anna.call(privacy.mute, { params: { id: vera.id } });
  await anna.call(notifications.read);
  expect((await anna.call(wall.friendsNews)).posts).toEqual([]);
  await vera.call(reactions.like, { params: { id: post._id } });
  await vera.call(reactions.comment, { params: { postId: post._id }, body: { text: 'Ух' } });
  await vera.call(profile.visit, { params: { id: anna.id } });
  expect((await anna.call(notifications.unread)).count).toBe(0);
  expect((await anna.call(profile.profile, { params: { id: vera.id } })).standing.isMuted).toBe(
    true,
  );
  expect((await vera.call(profile.profile, { params: { id: anna.id } })).standing.isMuted).toBe(
    false,
  );
  expect((await anna.call(privacy.muted)).people.map((one) => one._id)).toEqual([vera.id]);
  await anna.call(privacy.unmute, { params: { id: vera.id } });
  expect((await anna.call(wall.friendsNews)).posts).toHaveLength(1);
});
