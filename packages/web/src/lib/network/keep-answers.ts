import type { QueryPersister } from '@tanstack/react-query';
import { whenIdle } from '#lib/when-idle.ts';
import { ApiError, isOffline } from './call.ts';
import { getSession } from './session.ts';

/** The `meta` of a query whose answer can be read without a network. */
export const KEPT = { isKept: true } as const;
// Loaded after the first answers, so that it does not delay them.
const load = () => import('./kept-answers.ts');

/**
 * Keeps the answers of queries whose `meta` says `isKept`, and returns the last one when the server
 * cannot be reached and the page has nothing to show.
 */
export const keepAnswers: QueryPersister = async (ask, context, { queryHash, state }) => {
  if (context.meta?.['isKept'] !== true) return ask(context as never);
  const owner = getSession()?.userId;
  const change = (data?: unknown) =>
    whenIdle(() => {
      // Meanwhile another member may have signed in. A chunk that did not load keeps nothing.
      if (owner === getSession()?.userId)
        load().then((file) => file.keepAnswer(queryHash, data), console.debug);
    });
  try {
    const data = await ask(context as never);
    change(data);
    return data;
  } catch (error) {
    // What the server refuses now, because it was deleted or is private, is not shown later either.
    if (error instanceof ApiError && [403, 404].includes(error.status)) change();
    if (!isOffline(error) || state.data !== undefined) throw error;
    const kept = await load().then(
      (file) => file.findValue(queryHash),
      () => undefined,
    );
    if (kept === undefined) throw error;
    return kept;
  }
};
