import { sql } from 'kysely';
import type { CounterProof } from '#platform/database/counters.ts';

export const chatCounters: CounterProof[] = [
  {
    name: 'room_members.unread',
    differing: sql`
      select m.room_id as id
      from room_members m
      left join lateral (
        select count(*) as count
        from messages
        where room_id = m.room_id
          and position > m.read_position
          and user_id <> m.user_id
          and deleted_at is null
      ) left_to_read on true
      where not m.is_group and m.unread <> left_to_read.count
      limit 1000
    `,
  },
  {
    name: 'room_gaps.gone',
    differing: sql`
      select coalesce(g.room_id, counted.room_id) as id
      from room_gaps g
      full join (
        select room_id, (position / 1000)::int as block, count(*) as gone
        from messages
        where deleted_at is not null
        group by 1, 2
      ) counted on counted.room_id = g.room_id
        and counted.block = g.block
      where g.gone is distinct from counted.gone
      limit 1000
    `,
  },
];
