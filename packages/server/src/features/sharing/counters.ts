import { sql } from 'kysely';
import type { CounterProof } from '#platform/database/counters.ts';

export const sharingCounters: CounterProof[] = [
  {
    name: 'share_counts.shares',
    differing: sql`
      select coalesce(stored.object_id, counted.object_id) as id
      from share_counts stored
      full join (
        select object_id, count(*) as count
        from reposts
        group by object_id
      ) counted on counted.object_id = stored.object_id
      where stored.shares is distinct from counted.count
      limit 1000
    `,
  },
];
