import { sql } from 'kysely';
import type { CounterProof } from '#platform/database/counters.ts';

export const videoCounters: CounterProof[] = [
  {
    name: 'video_channels.subscribers_count',
    differing: sql`
      select c.id
      from video_channels c
      left join (
        select channel_id, count(*) as count
        from channel_subscriptions
        group by channel_id
      ) s on s.channel_id = c.id
      where c.subscribers_count <> coalesce(s.count, 0)
      limit 1000
    `,
  },
  {
    name: 'video_channels.videos_count',
    differing: sql`
      select c.id
      from video_channels c
      left join (
        select channel_id, count(*) as count
        from videos
        where listed
        group by channel_id
      ) v on v.channel_id = c.id
      where c.videos_count <> coalesce(v.count, 0)
      limit 1000
    `,
  },
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
