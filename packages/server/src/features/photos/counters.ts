import { proveCount, type CounterProof } from '#platform/database/counters.ts';

export const photoCounters: CounterProof[] = [
  proveCount('people', 'photos_count', { of: 'photos', by: 'user_id' }),
];
