import { sql } from 'kysely';
import { proveCount, type CounterProof } from '#platform/database/counters.ts';

export const catalogueCounters: CounterProof[] = [
  {
    name: 'games.rating_sum, votes',
    differing: sql`
      select g.id
      from games g
      left join (
        select game_id, sum(rating) as sum, count(*) as count
        from game_votes
        group by game_id
      ) v on v.game_id = g.id
      where (g.rating_sum, g.votes) <> (coalesce(v.sum, 0), coalesce(v.count, 0))
      limit 1000
    `,
  },
  proveCount('game_versions', 'downloads', { of: 'game_downloads', by: 'version_id' }),
  {
    name: 'games.downloads, versions',
    differing: sql`
      select g.id
      from games g
      left join (
        select game_id, sum(downloads) as downloads, count(*) as count
        from game_versions
        group by game_id
      ) v on v.game_id = g.id
      where (g.downloads, g.versions) <> (coalesce(v.downloads, 0), coalesce(v.count, 0))
      limit 1000
    `,
  },
  {
    name: 'game_labels.games',
    differing: sql`
      select coalesce(l.name, c.name) as id
      from game_labels l
      full join (
        select unnest(labels) as name, count(*) as count
        from games
        group by 1
      ) c on c.name = l.name
      where coalesce(l.games, 0) <> coalesce(c.count, 0)
      limit 1000
    `,
  },
];
