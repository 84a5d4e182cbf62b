import { sql } from 'kysely';
import { proveCount, type CounterProof } from '#platform/database/counters.ts';

export const stickerCounters: CounterProof[] = [
  proveCount('sticker_packs', 'items', {
    of: 'stickers',
    by: 'pack_id',
    where: sql`pack_id is not null`,
  }),
];
