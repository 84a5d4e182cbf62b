import { sql } from 'kysely';
import { proveCount, type CounterProof } from '#platform/database/counters.ts';

export const reactionCounters: CounterProof[] = [
  proveCount('reaction_objects', 'likes', { of: 'likes', by: 'object_id' }),
  {
    name: 'reaction_objects.emoji_counts',
    differing: sql`
      select stored.id
      from reaction_objects stored
      left join (
        select object_id, jsonb_object_agg(emoji, count) as counts
        from (
          select object_id, emoji, count(*) as count
          from emoji_reactions
          group by object_id, emoji
        ) each
        group by object_id
      ) counted on counted.object_id = stored.id
      where stored.emoji_counts <> coalesce(counted.counts, '{}')
      limit 1000
    `,
  },
  proveCount('reaction_objects', 'comments', { of: 'comments', by: 'object_id' }),
  proveCount('comments', 'likes', { of: 'comment_likes', by: 'comment_id' }),
];
