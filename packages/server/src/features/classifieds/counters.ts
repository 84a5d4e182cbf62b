import { sql } from 'kysely';
import type { CounterProof } from '#platform/database/counters.ts';

export const classifiedCounters: CounterProof[] = [
  {
    name: 'classifieds.looks',
    differing: sql`
      select c.id
      from classifieds c
      left join (
        select ad_id, count(*) as count
        from classified_looks
        group by ad_id
      ) l on l.ad_id = c.id
      where c.looks <> coalesce(l.count, 0)
      limit 1000
    `,
  },
];
