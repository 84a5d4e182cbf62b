import { sql } from 'kysely';
import { proveCount, type CounterProof } from '#platform/database/counters.ts';

export const communityCounters: CounterProof[] = [
  proveCount('publics', 'subscribers_count', { of: 'public_subscriptions', by: 'public_id' }),
  proveCount('publics', 'posts_count', {
    of: 'public_posts',
    by: 'public_id',
    where: sql`state = 'published'`,
  }),
  proveCount('people', 'subscribes_count', { of: 'public_subscriptions', by: 'user_id' }),
];
