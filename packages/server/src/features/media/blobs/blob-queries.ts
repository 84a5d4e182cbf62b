import { sql } from 'kysely';
import { statement, type Db, type Tx } from '#platform/database/db.ts';

export type Blob = { id: string; name: string; width: number | null };
/**
 * Inserts new bytes, or adds a reference to existing ones. A concurrent insert of the same bytes
 * waits for the first one.
 */
export const insertBlob = (
  tx: Tx,
  row: { id: string; hash: Buffer; name: string; bytes: number; created_at: Date },
): Promise<Blob> =>
  tx
    .insertInto('blobs')
    .values({ ...row, refs: 1, width: null, height: null, thumbhash: null })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ refs: sql`blobs.refs + 1` }))
    .returning(['id', 'name', 'width'])
    .executeTakeFirstOrThrow();

/**
 * Removes the given number of references from each blob. Deletes blobs without references and
 * returns their names.
 */
export async function releaseBlobs(tx: Tx, counts: ReadonlyMap<string, number>): Promise<string[]> {
  const ids = [...counts.keys()];
  // Lock the blobs in one order, so that two concurrent releases of the same files do not deadlock.
  await sql`
    select id
    from blobs
    where id = any(${ids}::uuid[])
    order by id
    for update
  `.execute(tx);
  const { rows } = await sql<{
    name: string;
  }>`
    with leaving as (
      select unnest(${ids}::uuid[]) as id, unnest(${[...counts.values()]}::int[]) as count
    )
    delete
    from blobs b using leaving l
    where b.id = l.id and b.refs <= l.count
    returning b.name
  `.execute(tx);
  await sql`
    update blobs b
    set refs = b.refs - l.count
    from (select unnest(${ids}::uuid[]) as id, unnest(${[...counts.values()]}::int[]) as count) l
    where b.id = l.id
  `.execute(tx);
  return rows.map(({ name }) => name);
}

/** Returns false if there is no file of that name. */
export async function copyHeld(
  tx: Tx,
  folder: string,
  name: string,
  as: {
    id: string;
    folder: string;
    name: string;
    owner_id: string;
    scope_id: string;
    created_at: Date;
  },
): Promise<boolean> {
  const { rows } = await sql`
      with held as (
        select *
        from media_files
        where folder = ${folder} and name = ${name} and blob_id is not null
      ),
      counted as (
        update blobs b
        set refs = b.refs + 1
        from held
        where b.id = held.blob_id
        returning b.id
      )
      insert into media_files (
        id, folder, name, owner_id, scope_id, kind, mime, width, height, thumbhash, duration_ms,
        bytes, created_at, blob_id
      )
      select ${as.id}::uuid, ${as.folder}::text, ${as.name}::text, ${as.owner_id}::uuid, ${as.scope_id}::uuid,
        kind, mime, width, height, thumbhash, duration_ms, bytes, ${as.created_at}::timestamptz,
        blob_id
      from held
      join counted on counted.id = held.blob_id
      returning 1
    `.execute(tx);
  return rows.length === 1;
}

export type BlobFile = { scope_id: string | null; owner_id: string | null; blob: string };
const heldBy = (which: string) =>
  `
    select m.scope_id, m.owner_id, b.name as blob
    from media_files m
    join blobs b on b.id = m.blob_id
    where m.folder = $1 and ${which}
    limit 1
  `;
const heldByName = statement<BlobFile, [folder: string, name: string]>(heldBy('m.name = $2'));
const heldByStem = statement<BlobFile, [folder: string, from: string, to: string]>(
  heldBy('m.name collate "C" >= $2 and m.name collate "C" < $3'),
);
/**
 * Returns a media file by its name, or by its stem if `name` ends in a dot. Names are compared as
 * bytes, in which a slash follows the dot.
 */
export const findBlobFile = async (
  db: Db,
  folder: string,
  name: string,
): Promise<BlobFile | undefined> =>
  (
    await (name.endsWith('.')
      ? heldByStem(db, folder, name, `${name.slice(0, -1)}/`)
      : heldByName(db, folder, name))
  )[0];
/** Returns the names in a folder that hold the same bytes as the given one, itself included. */
export async function listDuplicates(db: Db, folder: string, name: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`
    select t.name
    from media_files m
    join media_files t on t.blob_id = m.blob_id and t.folder = m.folder
    where m.folder = ${folder} and m.name = ${name}
  `.execute(db);
  return rows.map((row) => row.name);
}
/**
 * Counts, for each of the names, the files in a folder that hold the same bytes, itself included;
 * at most `most`.
 */
export async function countDuplicates(
  db: Db,
  folder: string,
  names: string[],
  most: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{
    name: string;
    count: number;
  }>`
    select m.name,
      (
        select count(*)::int
        from (
          select
          from media_files t
          where t.blob_id = m.blob_id and t.folder = m.folder
          limit ${most}
        ) twins
      ) as count
    from media_files m
    where m.folder = ${folder} and m.name = any(${names})
  `.execute(db);
  return new Map(rows.map((row) => [row.name, row.count]));
}
export async function gatherViews(
  db: Db,
  folder: string,
  names: string[],
): Promise<{ held: string; width: number; height: number; thumbhash: string }[]> {
  const { rows } = await sql<{
    held: string;
    width: number;
    height: number;
    thumbhash: string;
  }>`
    select m.name as held, b.width, b.height, b.thumbhash
    from media_files m
    join blobs b on b.id = m.blob_id
    where m.folder = ${folder} and m.name = any(${names}::text[]) and b.width is not null
  `.execute(db);
  return rows;
}
export const findBlob = (db: Db, id: string): Promise<Blob | undefined> =>
  db.selectFrom('blobs').select(['id', 'name', 'width']).where('id', '=', id).executeTakeFirst();
/** Returns false if the blob was deleted. */
export const setPicture = async (
  db: Db,
  id: string,
  picture: { width: number; height: number; thumbhash: string },
): Promise<boolean> =>
  (await db.updateTable('blobs').set(picture).where('id', '=', id).executeTakeFirst())
    .numUpdatedRows === 1n;
/** Returns which of these blobs exist. */
export async function pickBlobNames(db: Db, names: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('blobs')
    .select('name')
    .where('name', '=', sql<string>`any(${names})`)
    .execute();
  return new Set(rows.map((row) => row.name));
}
/** Returns the owners of the files that reference a blob. */
export async function pickHolders(db: Db, id: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{
    owner_id: string;
  }>`
    select distinct owner_id
    from media_files
    where blob_id = ${id} and owner_id is not null
    limit ${limit}
  `.execute(db);
  return rows.map((row) => row.owner_id);
}
/** Returns the blob names behind the given files. */
export async function gatherBlobNames(
  db: Db,
  folder: string,
  names: string[],
): Promise<{ held: string; blob: string }[]> {
  if (names.length === 0) return [];
  return (
    await sql<{
      held: string;
      blob: string;
    }>`
      select m.name as held, b.name as blob
      from media_files m
      join blobs b on b.id = m.blob_id
      where m.folder = ${folder} and m.name = any(${names}::text[])
    `.execute(db)
  ).rows;
}

/** Returns whether a blob is known to have no readable text. */
export const isUnreadable = async (db: Db, name: string, time: Date): Promise<boolean> =>
  (await db
    .selectFrom('blobs')
    .select('id')
    .where('name', '=', name)
    .where('unreadable_until', '>', time)
    .executeTakeFirst()) !== undefined;
export const noteUnreadable = (db: Db, name: string, until: Date) =>
  db.updateTable('blobs').set({ unreadable_until: until }).where('name', '=', name).execute();
