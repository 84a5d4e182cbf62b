import { sql } from 'kysely';
import { proveCount, type CounterProof } from '#platform/database/counters.ts';

export const cloudCounters: CounterProof[] = [
  {
    name: 'cloud_owners.used, files, folders',
    differing: sql`
      select coalesce(o.owner_id, n.owner_id) as id
      from cloud_owners o
      full join (
        select owner_id, sum(bytes) as used, count(*) filter (where not is_folder) as files,
          count(*) filter (where is_folder) as folders
        from cloud_nodes
        group by owner_id
      ) n on n.owner_id = o.owner_id
      where (coalesce(o.used, 0), coalesce(o.files, 0), coalesce(o.folders, 0)) <> (coalesce(n.used,
        0), coalesce(n.files, 0), coalesce(n.folders, 0))
      limit 1000
    `,
  },
  proveCount('cloud_nodes', 'shared', { of: 'cloud_grants', by: 'node_id' }),
];
