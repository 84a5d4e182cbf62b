import { sql } from 'kysely';
import type { CounterProof } from '#platform/database/counters.ts';

export const mediaCounters: CounterProof[] = [
  {
    name: 'blobs.refs',
    differing: sql`
      select b.id
      from blobs b
      left join (
        select blob_id, count(*) as count
        from media_files
        where blob_id is not null
        group by blob_id
      ) m on m.blob_id = b.id
      where b.refs <> coalesce(m.count, 0)
      limit 1000
    `,
  },
];
