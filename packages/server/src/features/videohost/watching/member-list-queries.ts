import { LAST_ID } from '#platform/database/paging.ts';
import { statement, type Db } from '#platform/database/db.ts';

const subscribedVideos = statement<
  { id: string },
  [userId: string, before: string, limit: number]
>(`
  select v.id
  from (
    select s.channel_id, n.id
    from channel_subscriptions s
    cross join lateral (
      select id
      from videos
      where channel_id = s.channel_id and listed and id < $2
      order by id desc
      limit 1
    ) n
    where s.user_id = $1
    order by n.id desc
    limit $3
  ) newest
  cross join lateral (
    select id
    from videos
    where channel_id = newest.channel_id and listed and id < $2
    order by id desc
    limit $3
  ) v
  order by v.id desc
  limit $3
`);
/**
 * Returns the videos of the channels that a user subscribes to, newest first: merged from the
 * newest of each.
 */
export const pickSubscribedVideos = async (
  db: Db,
  userId: string,
  before: string | undefined,
  limit: number,
): Promise<string[]> =>
  (await subscribedVideos(db, userId, before ?? LAST_ID, limit)).map((row) => row.id);
/**
 * A video and its position in one of a user's own lists. The tables have aliases in these
 * statements, because an order by `id` alone would use the id of the videos.
 */
export type Positioned = { id: string; cursor: string };
const historyOf = statement<Positioned, [userId: string, before: string, limit: number]>(
  'select w.video_id as id, w.id as cursor from video_watches w where w.user_id = $1 and w.id < $2 order by w.id desc limit $3',
);
/** Returns a user's watch history, the latest first; `before` is a position in the history. */
export const pickHistory = (
  db: Db,
  userId: string,
  before: string | undefined,
  limit: number,
): Promise<Positioned[]> => historyOf(db, userId, before ?? LAST_ID, limit);
const laterOf = statement<Positioned, [userId: string, before: string, limit: number]>(
  'select l.video_id as id, l.id as cursor from video_later l where l.user_id = $1 and l.id < $2 order by l.id desc limit $3',
);
/** Returns a user's watch-later list, the newest first; `before` is a position in that list. */
export const pickLater = (
  db: Db,
  userId: string,
  before: string | undefined,
  limit: number,
): Promise<Positioned[]> => laterOf(db, userId, before ?? LAST_ID, limit);
const newOfSubscriptions = statement<
  { count: number },
  [userId: string, since: string, most: number]
>(`
  select count(*)::int as count
  from (
    select
    from channel_subscriptions s
    cross join lateral (
      select
      from videos
      where channel_id = s.channel_id and listed and id > $2
      limit $3
    ) v
    where s.user_id = $1
    limit $3
  ) as found
`);
/** Counts the videos of a user's subscriptions after an id, up to `most`. */
export const countNewOfSubscriptions = async (
  db: Db,
  userId: string,
  since: string,
  most: number,
): Promise<number> => (await newOfSubscriptions(db, userId, since, most))[0]!.count;
