import * as account from '@respa/contract/account';
import * as admins from '@respa/contract/admin';
import * as friends from '@respa/contract/friends';
import * as notifications from '@respa/contract/notifications';
import * as photos from '@respa/contract/photos';
import * as privacy from '@respa/contract/privacy';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import { signIn } from '../../support/driver.ts';
import { makeGroup, sendToGroup } from '../../support/members/group-chats.ts';
import { picture } from '../../support/files/pictures.ts';
import { addPasskey } from '../../support/members/passkeys.ts';
import { roomOf, sendMessage } from '../../support/members/conversations.ts';
import { makePoll, readPoll, voteFor } from '../../support/members/polls.ts';
import { addPushDevice } from '../../support/members/push-devices.ts';
import { addSticker, makeGif, makePack } from '../../support/members/stickers.ts';
import type { MadeObject, SeededWorld } from './live-objects.ts';

const lift = async ({ admin }: SeededWorld, id: string) =>
  void (await admin.call(admins.lift, { params: { id } }));
/**
 * How to recreate people, conversations and what they write, in this order: some depend on others.
 */
export const PEOPLE_MAKERS: MadeObject[] = [
  [
    'owner',
    async (world, { owner }) => {
      await lift(world, owner);
      world.owner = await signIn(world.app, world.owner);
      return {};
    },
  ],
  [
    'friend',
    async (world, { friend: id }) => {
      const { owner, admin } = world;
      await lift(world, id);
      world.friend = await signIn(world.app, world.friend);
      for (const [one, other] of [
        [owner, world.friend],
        [world.friend, owner],
        [admin, world.friend],
      ] as const)
        await one.call(privacy.unblock, { params: { id: other.id } });
      await owner.request(friends.make, { params: { id } });
      await world.friend.request(friends.accept, { params: { to: owner.id } });
      return {};
    },
  ],
  [
    'stranger',
    async (world, { stranger: id }) => {
      await lift(world, id);
      await world.owner.call(privacy.unblock, { params: { id } });
      return {};
    },
  ],
  [
    'sessionId',
    async ({ app, owner }) => {
      await signIn(app, owner);
      return {
        sessionId: (await owner.call(account.sessions)).sessions.find(({ current }) => !current)!
          ._id,
      };
    },
  ],
  ['passkeyId', async ({ owner }) => ({ passkeyId: (await addPasskey(owner))._id })],
  ['roomId', async ({ owner, friend }) => ({ roomId: await roomOf(owner, friend) })],
  [
    'messageId',
    async ({ owner }, { roomId }) => ({
      messageId: (await sendMessage(owner, roomId, 'Между нами'))._id,
    }),
  ],
  ['pollId', ({ owner, friend }, { roomId }) => makePoll(owner, friend, roomId)],
  [
    'pollOptionId',
    async ({ owner, friend }, { pollId }) => {
      const poll = await readPoll(owner, pollId);
      await voteFor(friend, poll, 0);
      return { pollOptionId: poll.options[0]!._id };
    },
  ],
  [
    'postId',
    async ({ owner }) => ({
      postId: (await owner.call(wall.create, { body: { title: 'Запись' } })).post._id,
    }),
  ],
  ['pushDeviceId', async ({ owner }) => ({ pushDeviceId: await addPushDevice(owner) })],
  ['packId', ({ owner }) => makePack(owner)],
  ['stickerId', async ({ owner }, { packId }) => ({ stickerId: await addSticker(owner, packId) })],
  ['gifId', async ({ owner }, { roomId }) => ({ gifId: await makeGif(owner, roomId) })],
  [
    'photoId',
    async ({ owner }) => {
      const { photo } = await owner.call(photos.create, { files: { file: [await picture()] } });
      return { photoId: photo._id, photoName: photo.imageUrl };
    },
  ],
  [
    'commentId',
    async ({ owner }, { postId }) => ({
      commentId: (
        await owner.call(reactions.comment, { params: { postId }, body: { text: 'Первый' } })
      ).comment._id,
    }),
  ],
  [
    'noticeId',
    async ({ owner, friend }) => {
      const { post } = await owner.call(wall.create, { body: { title: 'Ещё запись' } });
      await friend.call(reactions.comment, {
        params: { postId: post._id },
        body: { text: 'Вижу' },
      });
      return { noticeId: (await owner.call(notifications.list)).notifications[0]!._id };
    },
  ],
  ['groupId', async ({ owner, friend }) => ({ groupId: await makeGroup(owner, 'Рейд', friend) })],
  [
    'groupMessageId',
    async ({ owner }, { groupId }) => ({
      groupMessageId: (await sendToGroup(owner, groupId, 'В беседе'))._id,
    }),
  ],
];
