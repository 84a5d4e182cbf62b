import type { Answer } from './transfer.ts';

declare global {
  var respaEarly: { userId: string; answers: Record<string, Promise<Answer>> } | undefined;
}
/** In ms: a response that has waited longer is stale. */
const FRESH_MS = 15_000;

/**
 * Returns a response that index.html requested before this code was loaded. It is returned once,
 * only while fresh, and only for the same member.
 */
export function takeEarly(url: string, userId: string | undefined): Promise<Answer> | undefined {
  const early = globalThis.respaEarly;
  if (early === undefined || early.userId !== userId || performance.now() > FRESH_MS)
    return undefined;
  const answer = early.answers[url];
  delete early.answers[url];
  return answer;
}
