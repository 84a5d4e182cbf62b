import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';
import { rowsOf } from './node-rows.ts';

export type Ancestor = { id: string; name: string; depth: number };
/** Returns the folders on the path to one, itself included, the root's child first. */
export const listWay = (db: Db, folderId: string | null): Promise<Ancestor[]> =>
  folderId === null
    ? Promise.resolve([])
    : rowsOf<Ancestor>(
        db,
        sql<Ancestor>`
          with recursive way as (
            select id, name, parent_id, 1 as depth
            from cloud_nodes
            where id = ${folderId}
            union all
            select n.id, n.name, n.parent_id, w.depth + 1
            from way w
            join cloud_nodes n on n.id = w.parent_id
            where w.depth < 100
          )
          select id, name, depth
          from way
          order by depth desc
        `,
      );
/** Returns the number of nested folder levels of a folder, itself included. */
export async function findHeight(db: Db, folderId: string): Promise<number> {
  const rows = await rowsOf<{ height: number }>(
    db,
    sql<{
      height: number;
    }>`
      with recursive below as (
        select id, 1 as depth
        from cloud_nodes
        where id = ${folderId}
        union all
        select n.id, b.depth + 1
        from below b
        join cloud_nodes n on n.parent_id = b.id
        where n.is_folder and b.depth < 100
      )
      select max(depth) as height
      from below
    `,
  );
  return rows[0]!.height;
}
/** Selects an item and everything in it that was not trashed separately. */
export const whole = (id: string) => sql`
  with recursive tree as (
    select id, is_folder, bytes, trash_id
    from cloud_nodes
    where id = ${id}
    union
    select n.id, n.is_folder, n.bytes, n.trash_id
    from tree t
    join cloud_nodes n on n.parent_id = t.id
    where n.trash_id is not distinct from t.trash_id
  )
`;
export const sumTree = async (
  db: Db,
  id: string,
): Promise<{ files: number; folders: number; size: number }> =>
  (
    await rowsOf<{ files: number; folders: number; size: number }>(
      db,
      sql<{ files: number; folders: number; size: number }>`
        ${whole(id)}
        select count(*) filter (where not is_folder)::int as files,
          (count(*) filter (where is_folder))::int as folders,
          coalesce(sum(bytes), 0)::bigint as size
        from tree
      `,
    )
  )[0]!;
