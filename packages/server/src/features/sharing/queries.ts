import type { SharedKind } from '@respa/contract/sharing';
import { statement, type Db, type Tx } from '#platform/database/db.ts';

/** What a post or article shares. */
export type Ref = { kind: SharedKind; id: string };
/** A post or article. */
export type Container = { kind: 'userpost' | 'publicpost'; id: string };

export const insertRepost = (tx: Tx, container: Container, of: Ref) =>
  tx
    .insertInto('reposts')
    .values({
      id: container.id,
      post_id: container.kind === 'userpost' ? container.id : null,
      article_id: container.kind === 'publicpost' ? container.id : null,
      kind: of.kind,
      object_id: of.id,
    })
    .execute();

type OriginalRow = { container: string; kind: SharedKind; object_id: string };
const originalsBy = (column: string) =>
  statement<OriginalRow, [ids: string[]]>(`
    select ${column} as container, kind, object_id
    from reposts
    where ${column} = any($1::uuid[])
  `);
const ORIGINALS = { userpost: originalsBy('post_id'), publicpost: originalsBy('article_id') };
/** Returns what posts or articles share; one query for a page. */
export const pickOriginals = (
  db: Db,
  kind: Container['kind'],
  ids: string[],
): Promise<OriginalRow[]> => ORIGINALS[kind](db, ids);

const someShares = statement<{ id: string; shares: number }, [ids: string[]]>(
  'select object_id as id, shares from share_counts where object_id = any($1::uuid[])',
);
/** Returns how often objects were shared, without those that nobody shared. */
export const gatherShares = async (db: Db, ids: string[]): Promise<Map<string, number>> =>
  ids.length === 0
    ? new Map()
    : new Map((await someShares(db, ids)).map(({ id, shares }) => [id, shares]));

export type RepostRow = { id: string; post_id: string | null; article_id: string | null };
const repostsOf = statement<RepostRow, [objectId: string, before: string, limit: number]>(`
  select id, post_id, article_id
  from reposts
  where object_id = $1 and id < $2
  order by id desc
  limit $3
`);
/** Returns the newest reposts of an object below an id. */
export const pickReposts = (
  db: Db,
  objectId: string,
  before: string,
  limit: number,
): Promise<RepostRow[]> => repostsOf(db, objectId, before, limit);
