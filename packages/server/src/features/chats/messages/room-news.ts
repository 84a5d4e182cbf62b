import { statement, type Db } from '#platform/database/db.ts';
import { UNREAD } from '../rooms/room-queries.ts';
import type { MediaItem, MessageRow } from './message-rows.ts';
import { previewOf } from './present.ts';

type NewsRow = Pick<MessageRow, 'text' | 'formatting'> & {
  member_id: string;
  is_call: boolean;
  media: MediaItem[];
  room_id: string;
  is_group: boolean;
  title: string;
  picture: string;
  unread: number;
  created_at: Date;
  name: string;
  surname: string;
  avatar_url: string;
};
/**
 * For each of some members: the newest message of others from a position on that they have not read
 * and that is not silent. Of muted rooms there is nothing.
 */
const newest = statement<NewsRow, [roomId: string, userIds: string[], from: number]>(`
  select m.user_id as member_id, m.room_id, m.is_group, r.title, r.avatar_url as picture,
    ${UNREAD} as unread, news.system is not null as is_call, news.text, news.formatting, news.media, news.created_at,
    author.name, author.surname, author.avatar_url
  from room_members m
  join rooms r on r.id = m.room_id
  cross join lateral (
    select user_id, system, text, formatting, media, created_at
    from messages
    where room_id = m.room_id
      and position >= $3
      and position > greatest(m.read_position, m.joined_position, m.cleared_position)
      and user_id <> m.user_id
      and deleted_at is null
      and (system is null or system ->> 'kind' = 'missed_call')
      and not is_silent
    order by position desc
    limit 1
  ) news
  join people author on author.id = news.user_id
  where m.room_id = $1
    and m.user_id = any($2::uuid[])
    and not m.is_muted
    and not exists (
      select
      from blocks
      where blocker_id = m.user_id and blocked_id = news.user_id
    )
`);
export type RoomNews = {
  userId: string;
  room: { id: string; title: string; picture: string };
  isGroup: boolean;
  author: { name: string; surname: string; avatarUrl: string };
  text: string;
  unread: number;
  date: Date;
};
/**
 * Returns what the given members of a room have not read of it since a position, one entry each.
 */
export const gatherRoomNews = async (
  db: Db,
  roomId: string,
  userIds: string[],
  from: number,
): Promise<RoomNews[]> =>
  (await newest(db, roomId, userIds, from)).map((row) => ({
    userId: row.member_id,
    room: { id: row.room_id, title: row.title, picture: row.picture },
    isGroup: row.is_group,
    author: { name: row.name, surname: row.surname, avatarUrl: row.avatar_url },
    text: row.is_call ? 'Пропущенный звонок' : previewOf(row),
    unread: row.unread,
    date: row.created_at,
  }));
