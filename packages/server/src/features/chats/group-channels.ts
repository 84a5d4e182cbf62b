import type { Db } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';

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
type Told = GroupNews & { senders: string[] };
const resting = new WeakMap<Ground, Map<string, Told | null>>();
/**
 * Tells the lists that something new stands in a group: at once, and in a lively group every quarter of a second what has gathered since. It is the last
 * message, with all who have written and who was named.
 */
export function tellGroupNews(ground: Ground, news: GroupNews): void {
  const rooms = resting.get(ground) ?? new Map<string, Told | null>();
  resting.set(ground, rooms);
  const { roomId } = news;
  const gathered = rooms.get(roomId);
  const told: Told = {
    ...news,
    mentioned: [...new Set([...(gathered?.mentioned ?? []), ...news.mentioned])],
    senders: [...new Set([...(gathered?.senders ?? []), news.sender])],
  };
  if (gathered !== undefined) return void rooms.set(roomId, told);
  tell(ground, rooms, told);
}
function tell(ground: Ground, rooms: Map<string, Told | null>, told: Told): void {
  ground.live.publish(groupChannel(told.roomId), { data: told });
  rooms.set(told.roomId, null);
  setTimeout(() => {
    const gathered = rooms.get(told.roomId) ?? null;
    if (gathered === null) rooms.delete(told.roomId);
    else tell(ground, rooms, gathered);
  }, PAUSE_MS).unref();
}
/** After the commit that made somebody a member. */
export const joinChannel = (ground: Ground, roomId: string, userId: string): void =>
  ground.live.joinTagged(ownStreams(userId), groupChannel(roomId));
export const leaveChannel = (ground: Ground, roomId: string, userId: string): void =>
  ground.live.leaveTagged(ownStreams(userId), groupChannel(roomId));
