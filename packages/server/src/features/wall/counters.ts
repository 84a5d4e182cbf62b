import { sql } from 'kysely';
import { proveCount, type CounterProof } from '#platform/database/counters.ts';

export const wallCounters: CounterProof[] = [
  proveCount('people', 'posts_count', { of: 'posts', by: 'author_id', where: sql`not is_draft` }),
  proveCount('people', 'friends_posts_count', {
    of: 'posts',
    by: 'author_id',
    where: sql`not is_draft and audience = 'friends'`,
  }),
];
