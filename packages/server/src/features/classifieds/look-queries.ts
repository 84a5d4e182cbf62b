import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';

/** Counts a view: the first one of a user on a day. */
export async function addLook(tx: Tx, id: string, userId: string): Promise<void> {
  await sql`
    with added as (
      insert into classified_looks (ad_id, user_id, day)
      values (${id}, ${userId}, current_date)
      on conflict do nothing
      returning ad_id
    )
    update classifieds
    set looks = looks + 1
    from added
    where classifieds.id = added.ad_id
  `.execute(tx);
}
/** Subtracts a user's views from the counts; ads are locked in a fixed order. */
export async function forgetLooks(tx: Tx, userId: string): Promise<void> {
  await sql`
    select id
    from classifieds
    where id in (select ad_id from classified_looks where user_id = ${userId})
    order by id
    for no key update
  `.execute(tx);
  await sql`
    with gone as (
      delete from classified_looks
      where user_id = ${userId}
      returning ad_id
    ),
    summed as (select ad_id, count(*)::int as count from gone group by ad_id)
    update classifieds c
    set looks = c.looks - summed.count
    from summed
    where c.id = summed.ad_id
  `.execute(tx);
}
