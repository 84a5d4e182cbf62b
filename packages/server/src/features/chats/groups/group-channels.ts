import type { NewMessageEvent } from '@respa/contract/live-events';
import type { Db } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';

/**
 * Returns the channel of a group's news for its members' lists: one frame for all of them. The
 * members' own streams follow it.
 */
export const groupChannel = (roomId: string): string => `group:${roomId}`;
const ownStreams = (userId: string): string => `own:${userId}`;

/** Returns the group channels that a member's own stream follows from its start. */
export const listGroupChannels = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('room_members')
      .select('room_id')
      .where('user_id', '=', userId)
      .where('is_group', '=', true)
      .execute()
  ).map((row) => groupChannel(row.room_id));
const PAUSE_MS = 250;
export type PendingNews = NewMessageEvent & { senders: string[] };
/**
 * Notifies the members' lists of a new message in a group: at once, and in a busy group every
 * `PAUSE_MS` with what has gathered since. The event carries the last message, all senders and all
 * mentioned users.
 */
export function notifyGroupNews(context: AppContext, news: NewMessageEvent): void {
  const { groupNews } = context.chats;
  const { roomId } = news;
  const gathered = groupNews.get(roomId);
  const { isSilent, ...heard } = news;
  const notified: PendingNews = {
    ...heard,
    ...(isSilent && (gathered?.isSilent ?? gathered == null) ? { isSilent } : {}),
    mentioned: [...new Set([...(gathered?.mentioned ?? []), ...news.mentioned])],
    senders: [...new Set([...(gathered?.senders ?? []), news.sender])],
  };
  if (gathered !== undefined) return void groupNews.set(roomId, notified);
  publish(context, notified);
}
function publish(context: AppContext, notified: PendingNews): void {
  const { groupNews } = context.chats;
  context.live.publish(groupChannel(notified.roomId), { data: notified });
  groupNews.set(notified.roomId, null);
  setTimeout(() => {
    const gathered = groupNews.get(notified.roomId) ?? null;
    if (gathered === null) groupNews.delete(notified.roomId);
    else publish(context, gathered);
  }, PAUSE_MS).unref();
}
/** Call it after the commit that adds the member. */
export const joinChannel = (context: AppContext, roomId: string, userId: string): void =>
  context.live.joinTagged(ownStreams(userId), groupChannel(roomId));
export const deleteChannelData = (context: AppContext, roomId: string, userId: string): void =>
  context.live.leaveTagged(ownStreams(userId), groupChannel(roomId));
