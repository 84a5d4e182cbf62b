import { proveCount, type CounterProof } from '#platform/database/counters.ts';

export const classifiedCounters: CounterProof[] = [
  proveCount('classifieds', 'looks', { of: 'classified_looks', by: 'ad_id' }),
];
