import { sql } from 'kysely';
import type { CounterProof } from '#platform/counters.ts';

export const peopleCounters: CounterProof[] = [{
  name: 'people.friends_count',
  differing: sql`select p.id from people p left join (select user_id, count(*) as count from friendships group by user_id) f on f.user_id = p.id
    where p.friends_count <> coalesce(f.count, 0) limit 1000`,
}];
