import type { Static } from 'typebox';
import * as chats from '@respa/contract/chats';
import * as chatMessages from '@respa/contract/chat-messages';
import type { Caller } from '../driver.ts';

export type Message = Static<typeof chatMessages.Message>;

/** Returns the private room of two users. */
export const roomOf = async (one: Caller, other: Caller): Promise<string> =>
  (await one.call(chats.createRoom, { params: { userId: other.id } })).room._id;
export const sendMessage = async (
  who: Caller,
  roomId: string,
  text: string,
  clientId?: string,
): Promise<Message> =>
  (
    await who.call(chats.send, {
      params: { roomId },
      body: { message: text, ...(clientId === undefined ? {} : { clientId }) },
    })
  ).message;
export const change = async (who: Caller, id: string, text: string): Promise<Message> =>
  (await who.call(chats.edit, { params: { id }, body: { message: text } })).message;
export const take = (who: Caller, id: string) => who.call(chats.remove, { params: { id } });
export const readUp = (who: Caller, roomId: string) => who.call(chats.read, { params: { roomId } });
/** Returns every message of a room, page by page, oldest first. */
export async function readRoom(who: Caller, roomId: string): Promise<Message[]> {
  const messages: Message[] = [];
  for (;;) {
    const oldest = messages[0];
    const page = await who.call(chats.messages, {
      params: { page: 1, offset: 0 },
      query: { room: roomId, ...(oldest === undefined ? {} : { before: oldest._id }) },
    });
    messages.unshift(...page.messages);
    if (page.isLast) return messages;
  }
}
