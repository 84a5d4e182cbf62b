import { statement, type Db } from '#platform/database/db.ts';

type Entry = { id: string; changed: Date };
const communities = statement<Entry, [after: string, limit: number]>(`
  select id, created_at as changed
  from publics
  where opened_at is not null and id > $1
  order by id
  limit $2
`);
/** Returns the communities that everyone reads, in the order of their ids. */
export const pickOpenCommunities = (db: Db, after: string, limit: number): Promise<Entry[]> =>
  communities(db, after, limit);

const articles = statement<Entry, [after: string, limit: number]>(`
  select p.id, coalesce(p.edited_at, p.created_at) as changed
  from public_posts p
  join publics g on g.id = p.public_id
  where p.state = 'published' and g.opened_at is not null and p.id > $1
  order by p.id
  limit $2
`);
/** Returns the articles that everyone reads, in the order of their ids. */
export const pickOpenArticles = (db: Db, after: string, limit: number): Promise<Entry[]> =>
  articles(db, after, limit);
