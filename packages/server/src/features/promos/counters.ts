import { sql } from 'kysely';
import { PROMOS } from '@respa/contract/limits';
import type { CounterProof } from '#platform/database/counters.ts';

// Who saw which ad is stored for some days only; earlier days have just their counters.
const remembered = sql`day > (now() at time zone 'UTC')::date - ${sql.lit(PROMOS.seenDays)}::int`;
export const promoCounters: CounterProof[] = [
  {
    name: 'promo_days.views, clicks',
    differing: sql`
      select coalesce(d.promo_id, s.promo_id) as id
      from (select promo_id, day, views, clicks from promo_days where ${remembered}) d
      full join (
        select promo_id, day, count(*) filter (where viewed) as views,
          count(*) filter (where clicked) as clicks
        from promo_seen
        where ${remembered}
          and exists (select from promos where promos.id = promo_seen.promo_id)
        group by promo_id, day
      ) s on s.promo_id = d.promo_id
        and s.day = d.day
      where (coalesce(d.views, 0), coalesce(d.clicks, 0)) <> (coalesce(s.views, 0),
        coalesce(s.clicks, 0))
      limit 1000
    `,
  },
  {
    name: 'promos.views, clicks',
    differing: sql`
      select p.id
      from promos p
      left join (
        select promo_id, sum(views) as views, sum(clicks) as clicks
        from promo_days
        group by promo_id
      ) d on d.promo_id = p.id
      where (p.views, p.clicks) <> (coalesce(d.views, 0), coalesce(d.clicks, 0))
      limit 1000
    `,
  },
];
