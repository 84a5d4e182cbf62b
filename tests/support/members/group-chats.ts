import type { Static } from 'typebox';
import * as friends from '@respa/contract/friends';
import * as groups from '@respa/contract/group-chats';
import type { Caller } from '../driver.ts';
import type { Message } from './conversations.ts';

export type Group = Static<typeof groups.GroupRoom>;

/** Makes the caller a friend of each of the others. */
export async function befriend(who: Caller, ...others: Caller[]): Promise<void> {
  for (const other of others) {
    await who.call(friends.make, { params: { id: other.id } });
    await other.call(friends.accept, { params: { to: who.id } });
  }
}
/** Creates a group chat of the caller and some of their friends. */
export const makeGroup = async (who: Caller, title: string, ...others: Caller[]): Promise<string> =>
  (
    await who.call(groups.create, {
      body: { title, members: JSON.stringify(others.map(({ id }) => id)) },
    })
  ).room._id;
export const groupOf = async (who: Caller, id: string): Promise<Group> =>
  (await who.call(groups.room, { params: { id } })).room;
export const sendToGroup = async (
  who: Caller,
  roomId: string,
  text: string,
  clientId?: string,
): Promise<Message> =>
  (
    await who.call(groups.send, {
      params: { roomId },
      body: { message: text, ...(clientId === undefined ? {} : { clientId }) },
    })
  ).message;
export const inviteInto = (who: Caller, roomId: string, other: Caller) =>
  who.call(groups.invite, { params: { roomId, userId: other.id } });
export const excludeFrom = (who: Caller, roomId: string, other: Caller) =>
  who.call(groups.exclude, { params: { roomId, userId: other.id } });
export const appoint = (who: Caller, roomId: string, other: Caller) =>
  who.call(groups.appoint, { params: { roomId, userId: other.id } });
export const dismiss = (who: Caller, roomId: string, other: Caller) =>
  who.call(groups.dismiss, { params: { roomId, userId: other.id } });
/** Returns every message of a group chat, page by page, oldest first. */
export async function readGroup(who: Caller, roomId: string): Promise<Message[]> {
  const messages: Message[] = [];
  for (;;) {
    const oldest = messages[0];
    const page = await who.call(groups.messages, {
      params: { page: 1, offset: 0 },
      query: { room: roomId, ...(oldest === undefined ? {} : { before: oldest._id }) },
    });
    messages.unshift(...page.messages);
    if (page.isLast) return messages;
  }
}
