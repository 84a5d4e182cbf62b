import type { DataSet } from './sets.ts';

const ADS = 1_000_000;
const PORTION = 100_000;
/** The stored days, written last; the demo data has fewer. */
const DAYS = 1_000;

/**
 * Creates a million promos of all members, nine of ten shown for another year; each viewer has
 * already seen a part of today's. Made by statements the first time.
 */
export async function fillPromos(set: DataSet): Promise<void> {
  const [{ has }] = (await set.query<{ has: boolean }>(
    `select count(*) = ${DAYS} as has from (select from promo_days limit ${DAYS}) d`,
  )) as [{ has: boolean }];
  if (has) return;
  console.log('Заполняю: миллион реклам');
  await set.query('truncate promos, promo_seen cascade');
  for (let from = 1; from <= ADS; from += PORTION) {
    await set.query(`
      insert into promos (id, owner_id, title, text, link, picture, state, days, approved_at,
        ends_at)
      select uuidv7(),
        o.ids[1 + n % cardinality(o.ids)],
        'Реклама ' || n,
        repeat('Приходите к нам. ', 12),
        'https://clan.example/' || n,
        jsonb_build_object(
          'name', md5(n::text) || '.webp', 'width', 960, 'height', 640, 'thumbhash',
          'YTkGJwaRhWUIt4lbgnhZl3ath2BUBGYA'
        ),
        case n % 10 when 0 then 'ended' else 'shown' end,
        365,
        now(),
        now() + case n % 10 when 0 then interval '-1 day' else interval '365 days' end
      from generate_series(${from}, ${from + PORTION - 1}) n
      cross join (select array_agg(id) as ids from people) o
    `);
  }
  await set.query(`
    insert into promo_seen (user_id, promo_id, day, viewed, clicked)
    select p.id, a.id, (now() at time zone 'UTC')::date, true, false
    from (select id from people limit 200) p
    cross join lateral (
      select id
      from promos
      where state = 'shown' and place >= random()
      order by place
      limit 100
    ) a
    on conflict do nothing
  `);
  await set.query(
    'insert into promo_days (promo_id, day, views) select promo_id, day, count(*) from promo_seen group by 1, 2 on conflict do nothing',
  );
  await set.query('vacuum (analyze) promos, promo_seen, promo_days');
}
