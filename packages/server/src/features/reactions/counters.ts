import { proveCount, type CounterProof } from '#platform/database/counters.ts';

export const reactionCounters: CounterProof[] = [
  proveCount('reaction_objects', 'likes', { of: 'likes', by: 'object_id' }),
  proveCount('reaction_objects', 'comments', { of: 'comments', by: 'object_id' }),
  proveCount('comments', 'likes', { of: 'comment_likes', by: 'comment_id' }),
];
