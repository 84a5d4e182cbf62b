import type { Static } from 'typebox';
import { HOUR_MS } from '@respa/contract/durations';
import type { ExportState, ExportStatus } from '@respa/contract/exports';
import { EXPORT_HOURS } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import { nowMs, secondsFromNow } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { hashSecret, newId, newSecret } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StoredBody } from '#platform/storage/storage.ts';
import { transaction } from '#platform/database/transaction.ts';
import * as queries from './queries.ts';

export type { Exporter } from './archive.ts';

/** Not among the media folders: it is read only through a link of its owner. */
export const FOLDER = 'exports';
export const fileOf = (run: string): string => `${run}.zip`;
/** Other tabs and devices have their own links. */
const OTHER_LINKS = 4;
const BATCH = 200;
/**
 * Only seconds pass between storing a file and the commit that marks it as ready; an hour is safe.
 */
const YOUNG_MS = HOUR_MS;

type Shown = Static<typeof ExportStatus>;
const NONE: Shown = { state: 'none', progress: 0, link: null, bytes: null, dies: null };
const MAKING: Shown = { ...NONE, state: 'making' };
const dayFromNow = () => secondsFromNow(EXPORT_HOURS * 3600);

/** Publishes the archive's status to the member's open pages. */
export function reportStatus(
  context: AppContext,
  userId: string,
  state: ExportState,
  progress: number,
): void {
  context.live.publish(`user:${userId}`, { data: { type: 'export', state, progress } });
}
const addJob = (context: AppContext, tx: Tx, id: string) =>
  context.jobs.add(tx, 'exports.make', { id }, { key: `exports.make:${id}`, queue: 'exports' });
async function removeFiles(context: AppContext, tx: Tx, deleted: queries.Deleted[]): Promise<void> {
  for (const { run } of deleted)
    if (run !== null) await context.jobs.add(tx, 'exports.remove', { run });
}

/**
 * Returns the archive's status; a ready one gets a new link each time. An archive whose file is
 * lost is made again.
 */
export async function getExportStatus(context: AppContext, viewer: Viewer): Promise<Shown> {
  const row = await queries.findExport(context.db, viewer.id);
  if (row === undefined) return NONE;
  const { id, state, progress, run, bytes, dies_at: dies } = row;
  if (state !== 'ready' || run === null) return { ...NONE, state, progress };
  if ((await context.storage.stat(FOLDER, fileOf(run))) === null) {
    await recreate(context, run);
    return MAKING;
  }
  const link = newSecret();
  const stored = { exportId: id, sessionId: viewer.sessionId, hash: hashSecret(link) };
  if (!(await transaction(context, (tx) => queries.insertLink(tx, stored, OTHER_LINKS))))
    return NONE;
  return { state, progress, link, bytes, dies: dies.toISOString() };
}
async function recreate(context: AppContext, run: string): Promise<void> {
  await transaction(context, async (tx) => {
    const id = await queries.setLost(tx, run, dayFromNow());
    if (id !== undefined) await addJob(context, tx, id);
  });
}

/** Starts the archive, unless it is being made or is ready. Throws `too_often`. */
export async function startExport(context: AppContext, viewer: Viewer): Promise<Shown> {
  const status = await getExportStatus(context, viewer);
  if (status.state === 'making' || status.state === 'ready') return status;
  await context.limits.spend('exports', viewer.id);
  await transaction(context, async (tx, after) => {
    await removeFiles(context, tx, await queries.deleteSpent(tx, viewer.id));
    const id = newId();
    if (!(await queries.insertExport(tx, { id, user_id: viewer.id, dies_at: dayFromNow() })))
      return;
    await addJob(context, tx, id);
    after(() => reportStatus(context, viewer.id, 'making', 0));
  });
  return getExportStatus(context, viewer);
}
/** Cancels or deletes the archive. Idempotent. */
export async function removeExport(context: AppContext, viewer: Viewer): Promise<Shown> {
  await transaction(context, async (tx, after) => {
    const deleted = await queries.deleteExport(tx, viewer.id);
    await removeFiles(context, tx, deleted);
    if (deleted.length > 0) after(() => reportStatus(context, viewer.id, 'none', 0));
  });
  return NONE;
}
/** Handles an account deletion: deletes the user's archive. */
export const eraseExport = async (context: AppContext, tx: Tx, userId: string): Promise<void> =>
  removeFiles(context, tx, await queries.deleteExport(tx, userId));

/**
 * Opens the archive of a link. Throws `not_found` for an unknown or expired link; if the file is
 * lost, it is made again.
 */
export async function openArchive(
  context: AppContext,
  link: string,
): Promise<{ opened: StoredBody; filename: string }> {
  const found = await queries.findByLink(context.db, hashSecret(link));
  if (found === undefined) throw appError('not_found');
  const opened = await context.storage.open(FOLDER, fileOf(found.run));
  if (opened === null) {
    await recreate(context, found.run);
    throw appError('not_found');
  }
  return { opened, filename: `respa-${found.ready_at.toISOString().slice(0, 10)}.zip` };
}

/** Removes the file of an attempt that no archive refers to any more. Idempotent. */
export async function removeFile(context: AppContext, run: string): Promise<void> {
  if (!(await queries.pickRuns(context.db, [run])).has(run))
    await context.storage.remove(FOLDER, fileOf(run));
}
/** Removes expired archives, and files that a crash left without a row. */
export async function sweepExports(context: AppContext): Promise<void> {
  for (let count = BATCH; count === BATCH;) {
    count = await transaction(context, async (tx, after) => {
      const deleted = await queries.deleteDead(tx, BATCH);
      await removeFiles(context, tx, deleted);
      after(() => {
        for (const { user_id: userId } of deleted) reportStatus(context, userId, 'none', 0);
      });
      return deleted.length;
    });
  }
  for await (const { name, changedAt } of context.storage.list(FOLDER)) {
    if (nowMs() - changedAt.getTime() > YOUNG_MS)
      await removeFile(context, name.replace(/\.zip$/, ''));
  }
}
