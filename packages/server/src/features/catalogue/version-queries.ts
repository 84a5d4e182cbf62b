import { sql } from 'kysely';
import { LAST_ID } from '#platform/database/paging.ts';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import type { StoredPassport } from './apk/passport.ts';

export type VersionRow = {
  id: string;
  game_id: string;
  version: string;
  changes: string;
  file: string | null;
  passport: StoredPassport | null;
  downloads: number;
  created_at: Date;
};
const columns = [
  'id',
  'game_id',
  'version',
  'changes',
  'file',
  'passport',
  'downloads',
  'created_at',
] as const;
const list = columns.join(', ');

export async function insertVersion(
  tx: Tx,
  {
    passport,
    ...row
  }: Pick<VersionRow, 'id' | 'game_id' | 'version' | 'changes' | 'file' | 'passport'>,
): Promise<void> {
  await tx
    .insertInto('game_versions')
    .values({ ...row, passport: passport === null ? null : JSON.stringify(passport) })
    .execute();
  await sql`
    update games
    set versions = versions + 1
    where id = ${row.game_id}
  `.execute(tx);
}
const someVersions = statement<VersionRow, [gameId: string, before: string, limit: number]>(
  `
    select ${list}
    from game_versions
    where game_id = $1 and id < $2
    order by id desc
    limit $3
  `,
);
export const pickVersions = (
  db: Db,
  gameId: string,
  page: { before?: string | undefined; limit: number },
): Promise<VersionRow[]> => someVersions(db, gameId, page.before ?? LAST_ID, page.limit);
const oneVersion = statement<VersionRow, [id: string]>(
  `
    select ${list}
    from game_versions
    where id = $1
  `,
);
export const findVersion = async (db: Db | Tx, id: string): Promise<VersionRow | undefined> =>
  (await oneVersion(db, id))[0];
export const updateVersion = (
  tx: Tx,
  id: string,
  change: Partial<Pick<VersionRow, 'version' | 'changes'>>,
) => tx.updateTable('game_versions').set(change).where('id', '=', id).execute();
export const listFiles = async (tx: Tx, gameId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('game_versions')
      .select('file')
      .where('game_id', '=', gameId)
      .where('file', 'is not', null)
      .execute()
  ).flatMap((row) => row.file ?? []);
/** Detaches all files of a game except the newest; returns the detached ones. */
export async function dropOldFiles(tx: Tx, gameId: string, keep: number): Promise<string[]> {
  const { rows } = await sql<{
    file: string;
  }>`
    with old as (
      select id, file
      from game_versions
      where game_id = ${gameId} and file is not null
      order by id desc
      offset ${keep}
    )
    update game_versions v
    set file = null
    from old
    where v.id = old.id
    returning old.file
  `.execute(tx);
  return rows.map((row) => row.file);
}
const isDownloaded = statement<{ version_id: string }, [versionId: string, userId: string]>(
  'select version_id from game_downloads where version_id = $1 and user_id = $2',
);
export const hasDownload = async (db: Db, versionId: string, userId: string): Promise<boolean> =>
  (await isDownloaded(db, versionId, userId)).length > 0;
/** Records a member's download of a version; returns whether it was the first. */
export async function insertDownload(tx: Tx, versionId: string, userId: string): Promise<boolean> {
  const done = await tx
    .insertInto('game_downloads')
    .values({ version_id: versionId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}
export async function countDownload(
  tx: Tx,
  { id, game_id }: Pick<VersionRow, 'id' | 'game_id'>,
): Promise<void> {
  await sql`
    update game_versions
    set downloads = downloads + 1
    where id = ${id}
  `.execute(tx);
  await sql`
    update games
    set downloads = downloads + 1
    where id = ${game_id}
  `.execute(tx);
}
