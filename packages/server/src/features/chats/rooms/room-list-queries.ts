import { sql, type RawBuilder } from 'kysely';
import type { StyledPart } from '@respa/contract/formatting';
import type { FolderKind } from '@respa/contract/chat-list';
import type { Db } from '#platform/database/db.ts';
import type { SystemMessage } from '../messages/message-rows.ts';
import { ARCHIVED, UNREAD } from './room-queries.ts';

export type ListedRow = {
  room_id: string;
  touched: string;
  unread: number;
  is_group: boolean;
  title: string;
  avatar_url: string;
  low_id: string | null;
  high_id: string | null;
  is_muted: boolean;
  draft: string | null;
  mentioned: boolean;
  is_pinned: boolean;
  is_archived: boolean;
  last_text: string | null;
  last_formatting: StyledPart[] | null;
  last_media: unknown;
  last_user: string | null;
  last_at: Date | null;
  last_system: SystemMessage | null;
};
/**
 * Which part of a member's rooms is listed. `main`: all but the archive, without the pinned ones.
 * `all`: every room whose partner or title was searched for.
 */
export type ListPlace =
  | { kind: 'main' | 'archive' | 'pinned' }
  | { kind: 'all'; partners: string[]; title: string }
  | { kind: 'folder'; id: string; kinds: FolderKind[] };
type RoomsPage = { before?: string | undefined; limit: number; place: ListPlace };
type Part = RawBuilder<unknown>;
const NONE = sql``;
const isArchived = sql.raw(ARCHIVED);

/** Returns the SQL of the parts whose union is a place; each has the page's rows of one index. */
function partsOf(userId: string, { before, limit, place }: RoomsPage): Part[] {
  const older = (touched: Part) => (before === undefined ? NONE : sql`and ${touched} < ${before}`);
  // Private rooms are indexed in the order of their newest messages; a user is in few enough groups
  // to sort those.
  const people = (also: Part): Part => sql`
    (
      select m.room_id, m.touched, null::int as rank
      from room_members m
      join rooms r on r.id = m.room_id
      where m.user_id = ${userId}
        and not m.is_group
        and r.position > 0 ${older(sql`m.touched`)} ${also}
      order by m.touched desc
      limit ${limit}
    )
  `;
  const groups = (also: Part): Part => sql`
    (
      select m.room_id, r.touched, null::int as rank
      from room_members m
      join rooms r on r.id = m.room_id
      where m.user_id = ${userId} and m.is_group ${older(sql`r.touched`)} ${also}
      order by r.touched desc
      limit ${limit}
    )
  `;
  const [kept, present] = [sql`and m.archived_position is null`, sql`and not ${isArchived}`];
  switch (place.kind) {
    case 'main':
      return [
        people(sql`${kept} and m.pin_rank is null`),
        groups(sql`${present} and m.pin_rank is null`),
      ];
    case 'archive':
      return [people(sql`and m.archived_position is not null`), groups(sql`and ${isArchived}`)];
    case 'all':
      return [
        people(sql`
          and (case when r.low_id = ${userId} then r.high_id else r.low_id
            end) = any(${place.partners}::uuid[])
        `),
        groups(sql`and position(${place.title} in fold_search(r.title)) > 0`),
      ];
    case 'pinned':
      return [
        sql`
          (
            select m.room_id, coalesce(r.touched, m.touched) as touched, m.pin_rank as rank
            from room_members m
            join rooms r on r.id = m.room_id
            where m.user_id = ${userId} and m.pin_rank is not null
            order by m.pin_rank
            limit ${limit}
          )
        `,
      ];
    case 'folder':
      return [
        sql`
          (
            select m.room_id, coalesce(r.touched, m.touched) as touched, null::int as rank
            from chat_folder_rooms f
            join room_members m on m.room_id = f.room_id and m.user_id = f.user_id
            join rooms r on r.id = m.room_id
            where f.folder_id = ${place.id}
              and f.user_id = ${userId}
              and (m.is_group or r.position > 0) ${older(sql`coalesce(r.touched, m.touched)`)}
            order by 2 desc
            limit ${limit}
          )
        `,
        ...(place.kinds.includes('private') ? [people(kept)] : []),
        ...(place.kinds.includes('groups') ? [groups(present)] : []),
        ...(place.kinds.includes('unread')
          ? [
              people(sql`and m.unread > 0 ${kept}`),
              groups(sql`
                and r.position > m.read_position and ${sql.raw(UNREAD)} > 0 ${present}
              `),
            ]
          : []),
      ];
  }
}
/**
 * Returns a user's rooms of a place, newest first, pinned ones in their order; each with its last
 * message.
 */
export async function pickRooms(db: Db, userId: string, page: RoomsPage): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    with listed as (
      select *
      from (${sql.join(partsOf(userId, page), sql` union `)}) as parts
      order by rank, touched desc
      limit ${page.limit}
    )
    select m.room_id, listed.touched, ${sql.raw(UNREAD)} as unread, m.is_muted, m.draft,
      m.mentioned, m.pin_rank is not null as is_pinned, ${isArchived} as is_archived, r.is_group,
      r.title, r.avatar_url, r.low_id, r.high_id, last.text as last_text,
      last.formatting as last_formatting, last.media as last_media, last.user_id as last_user, last.created_at as last_at, last.system as last_system
    from listed
    join room_members m on m.room_id = listed.room_id and m.user_id = ${userId}
    join rooms r on r.id = m.room_id
    left join lateral (
      select text, formatting, media, user_id, created_at, system
      from messages
      where room_id = m.room_id and deleted_at is null and position > m.cleared_position
      order by position desc
      limit 1
    ) last on true
    order by listed.rank, listed.touched desc
  `.execute(db);
  return rows;
}
/** Returns the sort key of a room in its member's list. */
export async function findTouched(
  db: Db,
  roomId: string,
  userId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{
    touched: string;
  }>`
    select coalesce(r.touched, m.touched) as touched
    from room_members m
    join rooms r on r.id = m.room_id
    where m.room_id = ${roomId} and m.user_id = ${userId}
  `.execute(db);
  return rows[0]?.touched;
}
