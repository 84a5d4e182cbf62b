import { RANKING } from '@respa/contract/limits';
import { now, nowMs, secondsFromNow } from '#platform/runtime/clock.ts';
import { BEFORE_ALL } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import {
  askPicks,
  dropForgotten,
  pickAging,
  PICKERS,
  rankBatch,
  savePicks,
} from './ranking-queries.ts';

export type PickKind = keyof typeof PICKERS;
const BATCH = 2_000;
const MONTH_SECONDS = 30 * 86_400;
/** Whose lists are kept fresh: those who looked at them within the hour, so many at once. */
const LATELY_SECONDS = 3_600;
const MOST_RENEWED = 500;
/** A little earlier than they would be too old. */
const EVERY_SECONDS = RANKING.seconds / 2;

async function makePicks(context: AppContext, userId: string, kind: PickKind): Promise<string[]> {
  const ids = (await PICKERS[kind](context.db, userId)).map((row) => row.id);
  await savePicks(context.db, { user_id: userId, kind, ids, made_at: now(), asked_at: now() });
  return ids;
}
/** What was picked for a member, the best first, at most some minutes ago. */
export async function picksOf(
  context: AppContext,
  userId: string,
  kind: PickKind,
): Promise<string[]> {
  const row = await askPicks(context.db, userId, kind, now());
  return row !== undefined && nowMs() - row.made_at.getTime() < RANKING.seconds * 1000
    ? row.ids
    : makePicks(context, userId, kind);
}

/** Counts what is popular, and renews the lists of those who are looking at them. Idempotent. */
export async function rankVideos(context: AppContext): Promise<void> {
  const today = now().toISOString().slice(0, 10);
  for (let after: string | undefined = BEFORE_ALL; after !== undefined;)
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
/** Has the rankings counted in some minutes. */
export const rankSoon = ({ db, jobs }: AppContext): Promise<void> =>
  jobs.add(db, 'videos.rank', {}, { key: 'videos.rank', at: secondsFromNow(EVERY_SECONDS) });
/** Has the rankings counted every few minutes, once they are counted for the first time. */
export function keepRanking(context: AppContext): void {
  context.jobs.on('videos.rank', async () => {
    await rankVideos(context);
    await rankSoon(context);
  });
}
