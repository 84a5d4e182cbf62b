import { statement, type Db } from '#platform/database/db.ts';

const games = statement<{ id: string; changed: Date }, [after: string, limit: number]>(`
  select id, updated_at as changed
  from games
  where id > $1
  order by id
  limit $2
`);
/** Returns the games of the catalogue, which everyone reads, in the order of their ids. */
export const pickGames = (
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; changed: Date }[]> => games(db, after, limit);
