import type { QueryClient } from '@tanstack/react-query';
import type { StreamedEvent } from '#lib/network/live.ts';

/**
 * Votes are gathered for this long before the poll is asked for, in ms. Up to twice as long, so
 * that not everyone in a large group asks at the same moment.
 */
const GATHER_MS = 400;
const waiting = new Set<string>();

/** Refetches a poll soon after its votes changed. */
export function notePoll(queries: QueryClient, id: string): void {
  if (waiting.has(id)) return;
  waiting.add(id);
  setTimeout(
    () => {
      waiting.delete(id);
      void import('./api.ts').then(({ refreshPoll }) => refreshPoll(queries, id));
    },
    GATHER_MS * (1 + Math.random()),
  );
}
/** Applies an event of the member's own stream. */
export function handlePollEvent(queries: QueryClient, event: StreamedEvent): void {
  if (event.type === 'poll') notePoll(queries, event.id);
  if (event.type === 'connected' && event.again)
    void import('./api.ts').then(({ refreshPolls }) => refreshPolls(queries));
}
