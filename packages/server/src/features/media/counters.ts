import { sql } from 'kysely';
import { proveCount, type CounterProof } from '#platform/database/counters.ts';

export const mediaCounters: CounterProof[] = [
  proveCount('blobs', 'refs', {
    of: 'media_files',
    by: 'blob_id',
    where: sql`blob_id is not null`,
  }),
];
