import { DAY_SECONDS } from '@respa/contract/durations';
import { RANKING } from '@respa/contract/limits';
import { FIRST_ID } from '#platform/database/paging.ts';
import { now, nowMs, secondsFromNow } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { findPicks, dropForgotten, pickAging, savePicks } from './watching/picks-queries.ts';
import { PICKERS, rankBatch } from './ranking-queries.ts';

export type PickKind = keyof typeof PICKERS;
const BATCH = 2_000;
const MONTH_SECONDS = 30 * DAY_SECONDS;
/**
 * Lists of users who requested them within the last hour are renewed, up to `MOST_RENEWED` at once.
 */
const LATELY_SECONDS = 3_600;
const MOST_RENEWED = 500;
/** Slightly earlier than they would expire. */
const EVERY_SECONDS = RANKING.seconds / 2;

async function makePicks(context: AppContext, userId: string, kind: PickKind): Promise<string[]> {
  const ids = (await PICKERS[kind](context.db, userId)).map((row) => row.id);
  await savePicks(context.db, { user_id: userId, kind, ids, made_at: now(), asked_at: now() });
  return ids;
}
/** Returns a user's picks, best first, at most some minutes old. */
export async function picksOf(
  context: AppContext,
  userId: string,
  kind: PickKind,
): Promise<string[]> {
  const row = await findPicks(context.db, userId, kind, now());
  return row !== undefined && nowMs() - row.made_at.getTime() < RANKING.seconds * 1000
    ? row.ids
    : makePicks(context, userId, kind);
}

/** Updates the popularity ranking, and renews the lists of recent readers. Idempotent. */
export async function rankVideos(context: AppContext): Promise<void> {
  const today = now().toISOString().slice(0, 10);
  for (let after: string | undefined = FIRST_ID; after !== undefined;)
    after = await rankBatch(context.db, after, today, BATCH);
  await dropForgotten(context.db, secondsFromNow(-MONTH_SECONDS));
  const aging = await pickAging(
    context.db,
    secondsFromNow(-LATELY_SECONDS),
    secondsFromNow(-EVERY_SECONDS + 1),
    MOST_RENEWED,
  );
  for (const { user_id: userId, kind } of aging) await makePicks(context, userId, kind);
}
/** Schedules the ranking job in some minutes. */
export const rankSoon = ({ db, jobs }: AppContext): Promise<void> =>
  jobs.add(db, 'videos.rank', {}, { key: 'videos.rank', at: secondsFromNow(EVERY_SECONDS) });
/** Runs the ranking job every few minutes, after its first run. */
export function keepRanking(context: AppContext): void {
  context.jobs.on('videos.rank', async () => {
    await rankVideos(context);
    await rankSoon(context);
  });
}
