import type { Static } from 'typebox';
import type { Message } from '@respa/contract/chat-messages';
import type { NewMessageEvent } from '@respa/contract/live-events';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { After } from '#platform/database/transaction.ts';
import { notify } from '#features/notifications/service.ts';
import { notifyGroupNews } from '../groups/group-channels.ts';
import * as queries from './message-queries.ts';
import { previewOf } from './present.ts';

/** Publishes a message to the room's streams, and to its members' lists as the last message. */
export function notifySent(
  context: AppContext,
  sent: queries.Sent,
  message: Static<typeof Message>,
): void {
  context.live.publish(`room:${sent.room_id}`, {
    id: String(sent.seq),
    data: { type: 'create', message },
  });
  if (!sent.is_silent)
    void context.signals.emit('messageSent', { roomId: sent.room_id, position: sent.position });
  const mentioned = [...new Set(sent.mentions.map(({ user }) => user))];
  const news: NewMessageEvent = {
    type: 'room',
    roomId: sent.room_id,
    isChat: sent.is_group,
    lastMessage: previewOf(sent),
    lastDate: message.date,
    sender: sent.user_id,
    name: message.name,
    surname: message.surname,
    mentioned,
    ...(sent.is_silent ? { isSilent: true } : {}),
  };
  if (sent.is_group) return notifyGroupNews(context, news);
  for (const { user_id: userId, unread, is_muted: isMuted } of sent.members ?? [])
    context.live.publish(`user:${userId}`, { data: { ...news, unread, isMuted } });
}
/**
 * Notifies the users mentioned in a group. Unread mentions of one room share one notification,
 * which is deleted with the last message that mentions the user. A silent message notifies nobody.
 */
export async function notifyMentioned(
  context: AppContext,
  tx: Tx,
  after: After,
  { user_id: from, room_id: postId, id: part, mentions, ...sent }: queries.Sent,
): Promise<void> {
  if (!sent.is_group || sent.is_silent) return;
  for (const to of new Set(mentions.map(({ user }) => user)))
    await notify(context, tx, after, { to, from, type: 'mention', postType: 'chat', postId, part });
}
