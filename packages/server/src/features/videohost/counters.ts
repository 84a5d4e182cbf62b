import { sql } from 'kysely';
import { proveCount, type CounterProof } from '#platform/database/counters.ts';

export const videoCounters: CounterProof[] = [
  proveCount('video_channels', 'subscribers_count', {
    of: 'channel_subscriptions',
    by: 'channel_id',
  }),
  proveCount('video_channels', 'videos_count', {
    of: 'videos',
    by: 'channel_id',
    where: sql`listed`,
  }),
  {
    name: 'videos.views',
    differing: sql`
      select v.id
      from videos v
      left join (
        select video_id, sum(views) as views
        from video_days
        group by video_id
      ) d on d.video_id = v.id
      where v.views <> coalesce(d.views, 0)
      limit 1000
    `,
  },
  {
    name: 'video_totals.videos',
    differing: sql`
      select coalesce(t.category, v.category) as id
      from video_totals t
      full join (
        select category, count(*) as count
        from videos
        where listed
        group by category
      ) v on v.category = t.category
      where coalesce(t.videos, 0) <> coalesce(v.count, 0)
      limit 1000
    `,
  },
];
