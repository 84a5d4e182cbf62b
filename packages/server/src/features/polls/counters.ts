import { sql } from 'kysely';
import { proveCount, type CounterProof } from '#platform/database/counters.ts';

export const pollCounters: CounterProof[] = [
  proveCount('poll_options', 'votes', { of: 'poll_votes', by: 'option_id' }),
  {
    name: 'polls.voters',
    differing: sql`
      select p.id
      from polls p
      left join (
        select poll_id, count(distinct user_id) as count
        from poll_votes
        group by poll_id
      ) counted on counted.poll_id = p.id
      where p.voters <> coalesce(counted.count, 0)
      limit 1000
    `,
  },
];
