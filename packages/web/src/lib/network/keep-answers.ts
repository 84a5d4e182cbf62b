import type { QueryPersister } from '@tanstack/react-query';
import { whenIdle } from '#lib/browser/when-idle.ts';
import { ApiError, isOffline } from './call.ts';
import { getSession } from './session.ts';

/** The `meta` of a query whose answer can be read without a network. */
export const KEPT = { isKept: true } as const;
// Loaded after the first answers, so that it does not delay them.
const load = () => import('./kept-answers.ts');

/**
 * Keeps a value of the member for reading without a network, a moment later; without `data` it
 * deletes the one of that name.
 */
export function keep(name: string, data?: unknown): void {
  const owner = getSession()?.userId;
  whenIdle(() => {
    // Meanwhile another member may have signed in. If the code does not load, nothing is kept.
    if (owner === getSession()?.userId)
      load().then(
        (file) => file.change(name, data),
        () => {},
      );
  });
}
/** Returns a kept value of the member, and makes the page say how old it is. */
export const findKept = <T>(name: string): Promise<T | undefined> =>
  load().then(
    (file) => file.findValue<T>(name),
    () => undefined,
  );

/**
 * Keeps the answers of queries whose `meta` says `isKept`, and returns the last one when the server
 * cannot be reached and the page has nothing to show.
 */
export const keepAnswers: QueryPersister = async (ask, context, { queryHash, state }) => {
  if (context.meta?.['isKept'] !== true) return ask(context as never);
  try {
    const data = await ask(context as never);
    keep(queryHash, data);
    return data;
  } catch (error) {
    // What the server refuses now, because it was deleted or is private, is not shown later either.
    if (error instanceof ApiError && [403, 404].includes(error.status)) keep(queryHash);
    if (!isOffline(error) || state.data !== undefined) throw error;
    const kept = await findKept(queryHash);
    if (kept === undefined) throw error;
    return kept;
  }
};
