import { sql, type Selectable } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';
import type { MediaFiles } from '#platform/database/tables.gen.ts';

export type MediaRow = Selectable<MediaFiles>;
const columns = [
  'id',
  'folder',
  'name',
  'owner_id',
  'scope_id',
  'kind',
  'mime',
  'width',
  'height',
  'thumbhash',
  'duration_ms',
  'bytes',
  'created_at',
  'blob_id',
] as const;

/**
 * Inserts a media row. A name that exists already (a file that the admin replaces) keeps its row's
 * id and gets the data of the new bytes.
 */
export const insertMedia = (tx: Tx, row: MediaRow): Promise<MediaRow> =>
  tx
    .insertInto('media_files')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['folder', 'name']).doUpdateSet({
        owner_id: row.owner_id,
        scope_id: row.scope_id,
        kind: row.kind,
        mime: row.mime,
        width: row.width,
        height: row.height,
        thumbhash: row.thumbhash,
        duration_ms: row.duration_ms,
        bytes: row.bytes,
        created_at: row.created_at,
        blob_id: row.blob_id,
      }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();

export const findMedia = (db: Db, folder: string, names: string[]): Promise<MediaRow | undefined> =>
  db
    .selectFrom('media_files')
    .select(columns)
    .where('folder', '=', folder)
    .where('name', '=', sql<string>`any(${names})`)
    .limit(1)
    .executeTakeFirst();

/**
 * Returns the name of the MP4 of middle size among those of a video, which have one length and
 * different qualities; undefined if it has none.
 */
export async function findMiddleVideo(db: Db, videoId: string): Promise<string | undefined> {
  const rows = await db
    .selectFrom('media_files')
    .select('name')
    .where('scope_id', '=', videoId)
    .where('folder', '=', 'videohostvideos')
    .where('name', 'like', '%.mp4')
    .orderBy('bytes')
    .execute();
  return rows[Math.floor(rows.length / 2)]?.name;
}
/** Returns which of these names have a row. */
export async function pickNames(db: Db, folder: string, names: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('media_files')
    .select('name')
    .where('folder', '=', folder)
    .where('name', '=', sql<string>`any(${names})`)
    .execute();
  return new Set(rows.map((row) => row.name));
}

export type DeletedMedia = { folder: string; name: string; blob_id: string | null };
export const deleteMedia = (tx: Tx, folder: string, names: string[]): Promise<DeletedMedia[]> =>
  tx
    .deleteFrom('media_files')
    .where('folder', '=', folder)
    .where('name', '=', sql<string>`any(${names})`)
    .returning(['folder', 'name', 'blob_id'])
    .execute();

export const deleteMediaOf = (
  tx: Tx,
  column: 'owner_id' | 'scope_id',
  id: string,
): Promise<DeletedMedia[]> =>
  tx
    .deleteFrom('media_files')
    .where(column, '=', id)
    .returning(['folder', 'name', 'blob_id'])
    .execute();
export const clearMediaOwner = (tx: Tx, ownerId: string, folders: readonly string[]) =>
  tx
    .updateTable('media_files')
    .set({ owner_id: null })
    .where('owner_id', '=', ownerId)
    .where('folder', '=', sql<string>`any(${[...folders]})`)
    .execute();
export const moveMedia = (tx: Tx, folder: string, names: string[], scopeId: string) =>
  tx
    .updateTable('media_files')
    .set({ scope_id: scopeId })
    .where('folder', '=', folder)
    .where('name', '=', sql<string>`any(${names})`)
    .execute();
export async function sumMedia(db: Db): Promise<{ bytes: number; files: number }> {
  const { rows } = await sql<{
    bytes: number;
    files: number;
  }>`
    select (
      select coalesce(sum(bytes), 0)::bigint
      from media_files
      where blob_id is null
    ) + (
      select coalesce(sum(bytes), 0)::bigint
      from blobs
    ) as bytes,
      (select count(*)::int from media_files) as files
  `.execute(db);
  return rows[0]!;
}
