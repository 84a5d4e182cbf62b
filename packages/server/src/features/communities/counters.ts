import { sql } from 'kysely';
import type { CounterProof } from '#platform/database/counters.ts';

export const communityCounters: CounterProof[] = [
  {
    name: 'publics.subscribers_count',
    differing: sql`
      select p.id
      from publics p
      left join (
        select public_id, count(*) as count
        from public_subscriptions
        group by public_id
      ) s on s.public_id = p.id
      where p.subscribers_count <> coalesce(s.count, 0)
      limit 1000
    `,
  },
  {
    name: 'publics.posts_count',
    differing: sql`
      select p.id
      from publics p
      left join (
        select public_id, count(*) as count
        from public_posts
        where state = 'published'
        group by public_id
      ) w on w.public_id = p.id
      where p.posts_count <> coalesce(w.count, 0)
      limit 1000
    `,
  },
  {
    name: 'people.subscribes_count',
    differing: sql`
      select p.id
      from people p
      left join (
        select user_id, count(*) as count
        from public_subscriptions
        group by user_id
      ) s on s.user_id = p.id
      where p.subscribes_count <> coalesce(s.count, 0)
      limit 1000
    `,
  },
];
