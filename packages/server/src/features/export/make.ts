import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EXPORT_HOURS } from '@respa/contract/limits';
import { secondsFromNow, stopwatch } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import { transaction } from '#platform/database/transaction.ts';
import { writeZip } from '#platform/storage/zip.ts';
import { findEmail } from '#features/account/service.ts';
import { fillArchive, type Exporter } from './archive.ts';
import { mailReady } from './mail.ts';
import * as queries from './queries.ts';
import { fileOf, FOLDER, reportStatus } from './service.ts';

const MOST_TRIES = 5;
const PULSE_MS = 400;
/** The archive was deleted, or another attempt has started. */
class CalledOff extends Error {}

/**
 * Makes the requested archive, from the start each time. Of concurrent attempts the last one to
 * start counts, and the others leave nothing behind.
 * Throws to be retried later; after five attempts the archive has failed.
 */
export async function makeExport(
  context: AppContext,
  exporters: readonly Exporter[],
  id: string,
  stopping: AbortSignal,
): Promise<void> {
  const run = newId();
  const begun = await queries.beginRun(context.db, id, run);
  if (begun === undefined) return;
  const { user_id: userId, tries, earlier } = begun;
  const path = join(context.stagingDir, `${run}.part`);
  try {
    if (earlier !== null) await context.storage.remove(FOLDER, fileOf(earlier));
    // Attempts that ended with the whole process count too.
    if (tries > MOST_TRIES) throw new Error('too many attempts');
    const report = makePulse(context, userId, run, stopping);
    await writeZip(path, (add) => fillArchive(context.storage, exporters, userId, add, report));
    const { size } = await stat(path);
    await context.storage.put(FOLDER, fileOf(run), path);
    const email = await findEmail(context, userId);
    await transaction(context, async (tx, after) => {
      if (!(await queries.setReady(tx, run, size, secondsFromNow(EXPORT_HOURS * 3600))))
        throw new CalledOff();
      await mailReady(context, tx, email);
      after(() => reportStatus(context, userId, 'ready', 100));
    });
  } catch (error) {
    await rm(path, { force: true });
    await context.storage.remove(FOLDER, fileOf(run));
    if (error instanceof CalledOff) return;
    if (tries < MOST_TRIES || stopping.aborted) throw error;
    context.log.error({ err: error as Error }, 'export failed');
    if (await queries.setFailed(context.db, run)) reportStatus(context, userId, 'failed', 0);
  }
}

/**
 * Records and publishes the progress, no more often than visible, and checks whether the archive is
 * still wanted.
 */
function makePulse(
  context: AppContext,
  userId: string,
  run: string,
  stopping: AbortSignal,
): (part: number) => Promise<void> {
  let passed = stopwatch();
  return async (part) => {
    stopping.throwIfAborted();
    if (passed() < PULSE_MS) return;
    passed = stopwatch();
    const progress = Math.floor(part * 100);
    if (!(await queries.setProgress(context.db, run, progress))) throw new CalledOff();
    reportStatus(context, userId, 'making', progress);
  };
}
