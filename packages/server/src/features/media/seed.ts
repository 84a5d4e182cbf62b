import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Prepared } from './serving/prepared.ts';

export { copyStored } from './serving/copies.ts';

/** A row that adds one more name to an existing picture. */
export type SeededPicture = {
  name: string;
  picture: Prepared;
  ownerId: string;
  scopeId: string;
  at: Date;
};
export async function seedPictures(db: Db, rows: SeededPicture[]): Promise<void> {
  await sql`
    insert into media_files (
      id, folder, name, owner_id, scope_id, kind, mime, width, height, thumbhash, bytes, created_at
    )
    select id, folder, name, owner_id, scope_id, 'picture', 'image/webp', width, height, thumbhash,
      bytes, at
    from unnest(
      ${rows.map(() => newId())}::uuid[], ${rows.map((row) => row.picture.folder)}::text[],
      ${rows.map((row) => row.name)}::text[], ${rows.map((row) => row.ownerId)}::uuid[],
      ${rows.map((row) => row.scopeId)}::uuid[], ${rows.map((row) => row.picture.width)}::int[],
      ${rows.map((row) => row.picture.height)}::int[],
      ${rows.map((row) => row.picture.thumbhash)}::text[],
      ${rows.map((row) => row.picture.bytes)}::int[], ${rows.map((row) => row.at)}::timestamptz[]
    ) as row (id, folder, name, owner_id, scope_id, width, height, thumbhash, bytes, at)
  `.execute(db);
}

/** Deletes all media rows. The bytes are orphans then, which the sweep removes. */
export const clearMedia = (db: Db) => sql`truncate media_files, blobs`.execute(db);
