import type { Answer } from './transfer.ts';

declare global {
  var respaEarly: { userId: string; answers: Record<string, Promise<Answer>> } | undefined;
}
/** What has waited longer is no news. */
const FRESH_MS = 15_000;

/** An answer that index.html has asked for before this code was here; once, soon, and only for the same member. */
export function takeEarly(url: string, userId: string | undefined): Promise<Answer> | undefined {
  const early = globalThis.respaEarly;
  if (early === undefined || early.userId !== userId || performance.now() > FRESH_MS)
    return undefined;
  const answer = early.answers[url];
  delete early.answers[url];
  return answer;
}
