import { sql } from 'kysely';
import { proveCount, type CounterProof } from '#platform/database/counters.ts';

export const mediaCounters: CounterProof[] = [
  proveCount('blobs', 'refs', {
    of: 'media_files',
    by: 'blob_id',
    where: sql`blob_id is not null`,
  }),
  {
    name: 'storage_used.bytes, files',
    differing: sql`
      select coalesce(u.owner_id, m.owner_id) as id
      from storage_used u
      full join (
        select owner_id, storage_store(folder) as store, sum(bytes) as bytes, count(*) as files
        from media_files
        where owner_id is not null and storage_store(folder) is not null
        group by 1, 2
      ) m on m.owner_id = u.owner_id and m.store = u.store
      where (coalesce(u.bytes, 0), coalesce(u.files, 0)) <> (coalesce(m.bytes, 0), coalesce(m.files,
        0))
      limit 1000
    `,
  },
];
