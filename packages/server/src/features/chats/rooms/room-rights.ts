import { statement, type Db } from '#platform/database/db.ts';

/**
 * Returns an SQL expression: whether a user may write in a room now. In a private room neither may
 * block the other, and the other must accept messages from everyone, or from friends if they are
 * friends, and must not be suspended. `room` is the alias of the room's row, `me` is an SQL
 * expression.
 */
export const mayWriteIn = (room: string, me: string): string => `(${room}.is_group or exists (
    select from people other where other.id = case when ${room}.low_id = ${me} then ${room}.high_id else ${room}.low_id end
      and (other.messages_for = 'all' or (other.messages_for = 'friends' and exists (select from friendships where user_id = other.id and friend_id = ${me})))
      and not exists (select from blocks where (blocker_id = other.id and blocked_id = ${me}) or (blocker_id = ${me} and blocked_id = other.id))
      and not exists (select from suspensions where user_id = other.id and (until is null or until > now()))))`;
const writable = statement<
  { may: boolean },
  [roomId: string, userId: string, isGroup: boolean | null]
>(
  `
    select ${mayWriteIn('r', 'm.user_id')} as may
    from rooms r
    join room_members m on m.room_id = r.id
    where r.id = $1 and m.user_id = $2 and r.is_group = coalesce($3::boolean, r.is_group)
  `,
);
/**
 * Checks the same for one room, of either kind if `isGroup` is null. Returns undefined to a
 * non-member.
 */
export const findMayWrite = async (
  db: Db,
  roomId: string,
  userId: string,
  isGroup: boolean | null = null,
): Promise<boolean | undefined> => (await writable(db, roomId, userId, isGroup))[0]?.may;
