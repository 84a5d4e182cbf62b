import { rankSoon } from '#features/videohost/ranking.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';

const HOUR = 3_600_000;
const SWEEPS = [
  'accounts.sweep',
  'media.sweep',
  'uploads.sweep',
  'cloud.sweep',
  'exports.sweep',
  'classifieds.sweep',
  'promos.sweep',
] as const;
/** Four in the morning, UTC: few people are there. */
const nextNight = (): Date =>
  new Date(Math.ceil((nowMs() - 4 * HOUR) / (24 * HOUR)) * 24 * HOUR + 4 * HOUR);
/** Has the kept counters proved tonight. */
export const proveTonight = ({ db, jobs }: AppContext): Promise<void> =>
  jobs.add(db, 'counters.prove', {}, { key: 'counters.prove', at: nextNight() });

/** What puts itself back into the queue has to be there once. */
export async function beginRegularJobs(context: AppContext): Promise<void> {
  await proveTonight(context);
  await rankSoon(context);
}
/** What is done again and again. Those that put themselves back into the queue are among them: one that the admin dropped would be gone. A key is one job. */
export async function addRegularJobs(context: AppContext): Promise<void> {
  for (const sweep of SWEEPS) await context.jobs.add(context.db, sweep, {}, { key: sweep });
  await beginRegularJobs(context);
}
