import { HOUR_MS } from '@respa/contract/durations';
import { rankSoon } from '#features/videohost/service.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';

const SWEEPS = [
  'accounts.sweep',
  'media.sweep',
  'uploads.sweep',
  'creations.sweep',
  'mails.sweep',
  'cloud.sweep',
  'exports.sweep',
  'classifieds.sweep',
  'promos.sweep',
  'stickers.sweep',
  'links.sweep',
  'pages.sweep',
] as const;
/** Four in the morning, UTC: few people are online. */
const nextNight = (): Date =>
  new Date(Math.ceil((nowMs() - 4 * HOUR_MS) / (24 * HOUR_MS)) * 24 * HOUR_MS + 4 * HOUR_MS);
/** Schedules the check of the stored counters for tonight. */
export const scheduleCounterCheck = ({ db, jobs }: AppContext): Promise<void> =>
  jobs.add(db, 'counters.prove', {}, { key: 'counters.prove', at: nextNight() });

/** Adds the jobs that requeue themselves, which must be queued once at first. */
export async function beginRegularJobs(context: AppContext): Promise<void> {
  await scheduleCounterCheck(context);
  await rankSoon(context);
}
/**
 * Adds all recurring jobs, including those that requeue themselves: one that the admin dropped
 * would otherwise be missing. A key is one job.
 */
export async function addRegularJobs(context: AppContext): Promise<void> {
  for (const sweep of SWEEPS) await context.jobs.add(context.db, sweep, {}, { key: sweep });
  await beginRegularJobs(context);
}
