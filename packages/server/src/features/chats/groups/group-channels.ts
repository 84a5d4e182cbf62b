import type { Db } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';

/** What happens in a group, for the lists of its members: one frame for all of them. Their own streams follow it. */
export const groupChannel = (roomId: string): string => `group:${roomId}`;
const ownStreams = (userId: string): string => `own:${userId}`;

/** The channels that a member's own stream follows when it is opened. */
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
export type GroupNews = { type: string; roomId: string; sender: string; mentioned: string[] };
type PendingNews = GroupNews & { senders: string[] };
const resting = new WeakMap<AppContext, Map<string, PendingNews | null>>();
/**
 * Tells the lists that something new stands in a group: at once, and in a lively group every quarter of a second what has gathered since. It is the last
 * message, with all who have written and who was named.
 */
export function notifyGroupNews(context: AppContext, news: GroupNews): void {
  const rooms = resting.get(context) ?? new Map<string, PendingNews | null>();
  resting.set(context, rooms);
  const { roomId } = news;
  const gathered = rooms.get(roomId);
  const notified: PendingNews = {
    ...news,
    mentioned: [...new Set([...(gathered?.mentioned ?? []), ...news.mentioned])],
    senders: [...new Set([...(gathered?.senders ?? []), news.sender])],
  };
  if (gathered !== undefined) return void rooms.set(roomId, notified);
  publish(context, rooms, notified);
}
function publish(
  context: AppContext,
  rooms: Map<string, PendingNews | null>,
  notified: PendingNews,
): void {
  context.live.publish(groupChannel(notified.roomId), { data: notified });
  rooms.set(notified.roomId, null);
  setTimeout(() => {
    const gathered = rooms.get(notified.roomId) ?? null;
    if (gathered === null) rooms.delete(notified.roomId);
    else publish(context, rooms, gathered);
  }, PAUSE_MS).unref();
}
/** After the commit that made somebody a member. */
export const joinChannel = (context: AppContext, roomId: string, userId: string): void =>
  context.live.joinTagged(ownStreams(userId), groupChannel(roomId));
export const deleteChannelData = (context: AppContext, roomId: string, userId: string): void =>
  context.live.leaveTagged(ownStreams(userId), groupChannel(roomId));
