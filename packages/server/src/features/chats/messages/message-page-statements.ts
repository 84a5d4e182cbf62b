import { statement } from '#platform/database/db.ts';
import { type MessageRow, names } from './message-rows.ts';

/** Positions per block in which deleted messages are counted together (migration 0042). */
export const BLOCK = 1_000;
export const newestMessages = statement<
  MessageRow,
  [roomId: string, skip: number, limit: number, cleared: number]
>(
  `
    select ${names}
    from messages
    where room_id = $1 and deleted_at is null and position > $4
    order by position desc
    offset $2
    limit $3
  `,
);
/**
 * Returns a page at a given distance from the end without scanning all messages before it.
 * Positions have no gaps, so the number of messages above a block follows from the room's last
 * position and the deleted counts of the blocks with gaps. `passed` is the lowest of these blocks
 * that the page is below, or the end of the room. From there down to the next such block every
 * position has its message; the remaining distance lies in that next block and is scanned.
 */
export const messagesFarUp = statement<
  MessageRow,
  [roomId: string, skip: number, limit: number, cleared: number]
>(`
  with gaps as materialized (
    select block::bigint * ${BLOCK} as edge, sum(gone) over (order by block desc)::bigint as gone
    from room_gaps
    where room_id = $1
  ),
  marks as (
    select edge, r.position + 1 - edge - gone as above
    from gaps, rooms r
    where r.id = $1
    union all
    select position + 1, 0
    from rooms
    where id = $1
  ),
  passed as (
    select edge, $2::bigint - above as rest
    from marks
    where above <= $2::bigint
    order by edge
    limit 1
  ),
  start as (
    select edge,
      rest,
      greatest(
        edge - rest,
        coalesce((select max(gaps.edge) + ${BLOCK} from gaps where gaps.edge < passed.edge), 1)
      ) as place
    from passed
  ),
  reach as (
    select least(place, edge) as place, rest - (edge - least(place, edge)) as walk
    from start
  )
  select ${names}
  from messages
  where room_id = $1 and deleted_at is null and position < (select place from reach) and position > $4
  order by position desc
  offset (select walk from reach)
  limit $3
`);
export const messagesBefore = statement<
  MessageRow,
  [roomId: string, before: number, skip: number, limit: number, cleared: number]
>(
  `
    select ${names}
    from messages
    where room_id = $1 and deleted_at is null and position < $2 and position > $5
    order by position desc
    offset $3
    limit $4
  `,
);
export const messagesAfter = statement<MessageRow, [roomId: string, after: number, limit: number]>(
  `
    select ${names}
    from messages
    where room_id = $1 and deleted_at is null and position > $2
    order by position
    limit $3
  `,
);
