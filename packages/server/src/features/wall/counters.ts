import { sql } from 'kysely';
import type { CounterProof } from '#platform/database/counters.ts';

export const wallCounters: CounterProof[] = [
  {
    name: 'people.posts_count',
    differing: sql`
      select p.id
      from people p
      left join (
        select author_id, count(*) as count
        from posts
        where not is_draft
        group by author_id
      ) w on w.author_id = p.id
      where p.posts_count <> coalesce(w.count, 0)
      limit 1000
    `,
  },
  {
    name: 'people.friends_posts_count',
    differing: sql`
      select p.id
      from people p
      left join (
        select author_id, count(*) as count
        from posts
        where not is_draft and audience = 'friends'
        group by author_id
      ) w on w.author_id = p.id
      where p.friends_posts_count <> coalesce(w.count, 0)
      limit 1000
    `,
  },
];
