import { sql } from 'kysely';
import type { ExportState } from '@respa/contract/exports';
import type { Db, Tx } from '#platform/database/db.ts';

export type ExportRow = {
  id: string;
  state: Exclude<ExportState, 'none'>;
  progress: number;
  run: string | null;
  bytes: number | null;
  dies_at: Date;
};
const columns = ['id', 'state', 'progress', 'run', 'bytes', 'dies_at'] as const;

export const findExport = (db: Db, userId: string): Promise<ExportRow | undefined> =>
  db
    .selectFrom('exports')
    .select(columns)
    .where('user_id', '=', userId)
    .where('dies_at', '>', sql<Date>`now()`)
    .executeTakeFirst() as Promise<ExportRow | undefined>;
/** Returns false if one exists. */
export async function insertExport(
  tx: Tx,
  row: { id: string; user_id: string; dies_at: Date },
): Promise<boolean> {
  const done = await tx
    .insertInto('exports')
    .values({ ...row, run: null, bytes: null, ready_at: null })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

/** A deleted archive leaves a file, unless no attempt was made. */
export type Deleted = { user_id: string; run: string | null };
export const deleteExport = (tx: Tx, userId: string): Promise<Deleted[]> =>
  tx.deleteFrom('exports').where('user_id', '=', userId).returning(['user_id', 'run']).execute();
/** Deletes the user's archive if it is of no more use: failed or expired. */
export const deleteSpent = (tx: Tx, userId: string): Promise<Deleted[]> =>
  tx
    .deleteFrom('exports')
    .where('user_id', '=', userId)
    .where((e) => e.or([e('state', '=', 'failed'), e('dies_at', '<=', sql<Date>`now()`)]))
    .returning(['user_id', 'run'])
    .execute();
export const deleteDead = (tx: Tx, limit: number): Promise<Deleted[]> =>
  tx
    .deleteFrom('exports')
    .where('id', 'in', (e) =>
      e
        .selectFrom('exports')
        .select('id')
        .where('dies_at', '<=', sql<Date>`now()`)
        .orderBy('dies_at')
        .limit(limit),
    )
    .returning(['user_id', 'run'])
    .execute();

export type Begun = { user_id: string; tries: number; earlier: string | null };
/**
 * Starts an attempt; an earlier one that is still running no longer counts. Returns undefined if
 * there is nothing to make.
 */
export async function beginRun(db: Db, id: string, run: string): Promise<Begun | undefined> {
  const { rows } = await sql<Begun>`
      update exports e
      set run = ${run}, tries = e.tries + 1, progress = 0
      from (
        select id, run
        from exports
        where id = ${id} and state = 'making' and dies_at > now()
        for update
      ) old
      where e.id = old.id
      returning e.user_id, e.tries, old.run as earlier
    `.execute(db);
  return rows[0];
}
const current = (run: string) => sql`run = ${run} and state = 'making'`;
/**
 * Returns false if this attempt no longer counts: it was cancelled, or another has started. The
 * next two functions do the same.
 */
export const setProgress = async (db: Db, run: string, progress: number): Promise<boolean> =>
  (
    await sql`
      update exports
      set progress = ${progress}
      where ${current(run)}
      returning 1
    `.execute(db)
  ).rows.length === 1;
export const setReady = async (
  tx: Tx,
  run: string,
  bytes: number,
  diesAt: Date,
): Promise<boolean> =>
  (
    await sql`
      update exports
      set state = 'ready', progress = 100, bytes = ${bytes}, ready_at = now(), dies_at = ${diesAt}
      where ${current(run)}
      returning 1
    `.execute(tx)
  ).rows.length === 1;
export const setFailed = async (db: Db, run: string): Promise<boolean> =>
  (
    await sql`
    update exports
    set state = 'failed'
    where ${current(run)}
    returning 1
  `.execute(db)
  ).rows.length === 1;
/**
 * Resets a ready archive whose file is lost, so that it is made again. Returns its id, or undefined
 * if another call has already done so.
 */
export async function setLost(tx: Tx, run: string, diesAt: Date): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string;
  }>`
    update exports
    set state = 'making', progress = 0, run = null, tries = 0, bytes = null, ready_at = null,
      dies_at = ${diesAt}
    where run = ${run} and state = 'ready'
    returning id
  `.execute(tx);
  const id = rows[0]?.id;
  if (id !== undefined) await tx.deleteFrom('export_links').where('export_id', '=', id).execute();
  return id;
}

/**
 * Stores a link, which ends with its session, and keeps the given number of earlier ones. Returns false
 * if the archive was deleted or the session has ended meanwhile.
 */
export async function insertLink(
  tx: Tx,
  { exportId, sessionId, hash }: { exportId: string; sessionId: string; hash: Buffer },
  others: number,
): Promise<boolean> {
  await sql`
    delete from export_links
    where export_id = ${exportId}
      and hash not in (
        select hash
        from export_links
        where export_id = ${exportId}
        order by created_at desc
        limit ${others}
      )
  `.execute(tx);
  // Locks the rows: an archive that is being deleted, or a session that ends, would otherwise be
  // visible here and then violate a foreign key.
  const { rows } = await sql`
      insert into export_links (hash, export_id, session_id)
      select ${hash}, e.id, s.id
      from exports e, sessions s
      where e.id = ${exportId} and s.id = ${sessionId}
      for key share
      returning hash
    `.execute(tx);
  return rows.length === 1;
}
export const findByLink = (
  db: Db,
  hash: Buffer,
): Promise<{ run: string; ready_at: Date } | undefined> =>
  db
    .selectFrom('export_links')
    .innerJoin('exports', 'exports.id', 'export_links.export_id')
    .select(['run', 'ready_at'])
    .where('hash', '=', hash)
    .where('state', '=', 'ready')
    .where('dies_at', '>', sql<Date>`now()`)
    .executeTakeFirst() as Promise<{ run: string; ready_at: Date } | undefined>;
/** Returns which of these attempts still belong to an archive. */
export async function pickRuns(db: Db, runs: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('exports')
    .select('run')
    .where('run', '=', sql<string>`any(${runs}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => row.run!));
}
