import { sql } from 'kysely';
import { RANKING } from '@respa/contract/limits';
import { statement, type Db } from '#platform/database/db.ts';

/**
 * How much of a user's activity is used: their latest likes and watched videos, and who else
 * watched the liked videos.
 */
const LOOK = {
  likes: 50,
  viewers: 40,
  theirs: 60,
  watches: 200,
  channels: 30,
  ofChannel: 20,
  ofCategory: 100,
} as const;
/** The categories of the videos that the user `$1` has watched last, and how often. */
const CATEGORIES = `categories as materialized (
    select v.category, count(*) as times
    from (
      select video_id
      from video_watches
      where user_id = $1 and id is not null
      order by id desc
      limit ${LOOK.watches}
    ) w
    join videos v on v.id = w.video_id
    group by v.category
  )`;
const PICKS = RANKING.picks;

/**
 * Updates the popularity of a batch of videos: the views of the last days, weighted with a
 * half-life in days. Returns the last id of the batch, or undefined if the batch was empty. Writes
 * only changed values.
 */
export async function rankBatch(
  db: Db,
  after: string,
  today: string,
  limit: number,
): Promise<string | undefined> {
  const { rows } = await sql<{
    last: string | null;
  }>`
    with batch as materialized (
      select id, popularity
      from videos
      where id > ${after}
      order by id
      limit ${limit}
    ),
    score as (
      select b.id,
        b.popularity as was,
        coalesce(
          (
            select sum(d.views * 0.5 ^ ((${today}::date - d.day)::double precision / ${RANKING.halfLife}))
            from video_days d
            where d.video_id = b.id and d.day > ${today}::date - ${RANKING.days}::int
          ), 0
        )::real as score
      from batch b
    ),
    written as (
      update videos v
      set popularity = s.score
      from score s
      where v.id = s.id and s.was <> s.score
    )
    select max(id::text) as last
    from batch
  `.execute(db);
  return rows[0]?.last ?? undefined;
}

type Ids = { id: string };
/**
 * Videos liked by other viewers of the user's liked videos, by the number of likes; then the user's
 * categories, newest first. Without videos the user likes or owns.
 */
const interesting = statement<Ids, [userId: string]>(`
  with mine as materialized (
    select l.object_id as id
    from likes l
    join videos v on v.id = l.object_id
    where l.user_id = $1
    order by l.created_at desc, l.object_id desc
    limit ${LOOK.likes}
  ),
  others as materialized (
    select distinct w.user_id
    from mine
    cross join lateral (
      select user_id
      from video_watches
      where video_id = mine.id and user_id <> $1
      order by user_id
      limit ${LOOK.viewers}
    ) w
  ),
  theirs as (
    select l.object_id as id, count(*) as score
    from others
    cross join lateral (
      select object_id
      from likes
      where user_id = others.user_id
      order by object_id desc
      limit ${LOOK.theirs}
    ) l
    where not exists (
      select
      from likes own
      where own.user_id = $1 and own.object_id = l.object_id
    )
    group by l.object_id
  ),
  first as (
    select v.id, t.score
    from theirs t
    join videos v on v.id = t.id and v.listed and v.owner_id <> $1
    order by t.score desc, v.id desc
    limit ${PICKS}
  ),
  ${CATEGORIES},
  second as (
    select n.id, c.times
    from categories c
    cross join lateral (
      select id
      from videos
      where category = c.category and listed and owner_id <> $1
      order by id desc
      limit ${LOOK.ofCategory}
    ) n
    where not exists (
      select
      from likes own
      where own.user_id = $1 and own.object_id = n.id
    )
      and n.id not in (select id from first)
  )
  select id
  from (
    select id, 0 as part, score
    from first
    union all
    select id, 1, times
    from second
  ) found
  order by part, score desc, id desc
  limit ${PICKS}
`);
/**
 * Videos from the channels and categories that the user watches, without watched and own ones. A
 * video's weight is twice the views of its channel plus the views of its category by the user; a
 * subscription counts as one view.
 */
const recommended = statement<Ids, [userId: string]>(`
  with seen as materialized (
    select v.channel_id, v.category
    from (
      select video_id
      from video_watches
      where user_id = $1 and id is not null
      order by id desc
      limit ${LOOK.watches}
    ) w
    join videos v on v.id = w.video_id
  ),
  channels as materialized (
    select channel_id, sum(times) as times
    from (
      select channel_id, count(*) as times
      from seen
      group by channel_id
      union all
      select channel_id, 1
      from (
        select channel_id
        from channel_subscriptions
        where user_id = $1
        order by id desc
        limit ${LOOK.channels}
      ) s
    ) watched
    group by channel_id
    order by times desc, channel_id
    limit ${LOOK.channels}
  ),
  categories as materialized (
    select category, count(*) as times
    from seen
    group by category
  ),
  candidates as (
    select n.id, n.category, c.channel_id
    from channels c
    cross join lateral (
      select id, category
      from videos
      where channel_id = c.channel_id and listed
      order by id desc
      limit ${LOOK.ofChannel}
    ) n
    union
    select n.id, g.category, n.channel_id
    from categories g
    cross join lateral (
      select id, channel_id
      from videos
      where category = g.category and listed
      order by id desc
      limit ${LOOK.ofCategory}
    ) n
  )
  select v.id
  from candidates v
  left join channels c on c.channel_id = v.channel_id
  left join categories g on g.category = v.category
  where not exists (
    select
    from video_watches w
    where w.user_id = $1 and w.video_id = v.id
  )
    and not exists (
      select
      from video_channels own
      where own.id = v.channel_id and own.admin_id = $1
    )
  order by 2 * coalesce(c.times, 0) + coalesce(g.times, 0) desc, v.id desc
  limit ${PICKS}
`);
/**
 * Channels of the categories that the user watches, by frequency; then the largest. Without the
 * user's own channels and subscriptions.
 */
const channels = statement<Ids, [userId: string]>(`
  with ${CATEGORIES},
  candidates as (
    select n.id, n.subscribers_count, c.times
    from categories c
    cross join lateral (
      select id, subscribers_count
      from video_channels
      where category = c.category
      order by subscribers_count desc, id desc
      limit ${LOOK.ofCategory}
    ) n
    union all
    select id, subscribers_count, 0
    from (
      select id, subscribers_count
      from video_channels
      order by subscribers_count desc, id desc
      limit ${LOOK.ofCategory}
    ) largest
  )
  select found.id
  from (
    select id, subscribers_count, max(times) as times
    from candidates
    group by id, subscribers_count
  ) found
  where not exists (
    select
    from channel_subscriptions s
    where s.channel_id = found.id and s.user_id = $1
  )
    and not exists (
      select
      from video_channels own
      where own.id = found.id and own.admin_id = $1
    )
  order by times desc, subscribers_count desc, id desc
  limit ${PICKS}
`);
export const PICKERS = { interesting, recommended, channels } as const;
