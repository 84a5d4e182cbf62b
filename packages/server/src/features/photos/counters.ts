import { sql } from 'kysely';
import type { CounterProof } from '#platform/database/counters.ts';

export const photoCounters: CounterProof[] = [
  {
    name: 'people.photos_count',
    differing: sql`
      select p.id
      from people p
      left join (
        select user_id, count(*) as count
        from photos
        group by user_id
      ) f on f.user_id = p.id
      where p.photos_count <> coalesce(f.count, 0)
      limit 1000
    `,
  },
];
