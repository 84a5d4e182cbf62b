import type { Db } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';

/** What happens in a group, for the lists of its members: one frame for all of them. Their own streams follow it. */
export const groupChannel = (roomId: string): string => `group:${roomId}`;
const ownStreams = (userId: string): string => `own:${userId}`;

/** The channels that a member's own stream follows when it is opened. */
export const listGroupChannels = async (db: Db, userId: string): Promise<string[]> =>
  (await db.selectFrom('room_members').select('room_id').where('user_id', '=', userId).where('is_group', '=', true).execute()).map((row) => groupChannel(row.room_id));
/** After the commit that made somebody a member. */
export const joinChannel = (ground: Ground, roomId: string, userId: string): void => ground.live.joinTagged(ownStreams(userId), groupChannel(roomId));
export const leaveChannel = (ground: Ground, roomId: string, userId: string): void => ground.live.leaveTagged(ownStreams(userId), groupChannel(roomId));
