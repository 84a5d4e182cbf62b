import { sql } from 'kysely';
import type { CounterProof } from '#platform/database/counters.ts';

export const reactionCounters: CounterProof[] = [
  {
    name: 'reaction_objects.likes',
    differing: sql`
      select o.id
      from reaction_objects o
      left join (
        select object_id, count(*) as count
        from likes
        group by object_id
      ) l on l.object_id = o.id
      where o.likes <> coalesce(l.count, 0)
      limit 1000
    `,
  },
  {
    name: 'reaction_objects.comments',
    differing: sql`
      select o.id
      from reaction_objects o
      left join (
        select object_id, count(*) as count
        from comments
        group by object_id
      ) c on c.object_id = o.id
      where o.comments <> coalesce(c.count, 0)
      limit 1000
    `,
  },
  {
    name: 'comments.likes',
    differing: sql`
      select c.id
      from comments c
      left join (
        select comment_id, count(*) as count
        from comment_likes
        group by comment_id
      ) l on l.comment_id = c.id
      where c.likes <> coalesce(l.count, 0)
      limit 1000
    `,
  },
];
