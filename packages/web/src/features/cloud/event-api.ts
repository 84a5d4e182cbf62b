import type { QueryClient } from '@tanstack/react-query';
import type { StreamedEvent } from '#lib/network/live.ts';

// Apart from the rest of the cloud's queries, because every page of a member loads this.
export const cloudKey = ['cloud'] as const;
/** Refetches all cloud queries. */
export const invalidateCloud = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: cloudKey });

const PAUSE_MS = 400;
let renewal: ReturnType<typeof setTimeout> | undefined;
/** Handles the cloud events of the member's stream. Events for many files cause one refetch. */
export function handleCloudEvent(queries: QueryClient, event: StreamedEvent): void {
  if (event.type !== 'cloud' && event.type !== 'connected') return;
  clearTimeout(renewal);
  renewal = setTimeout(() => void queries.invalidateQueries({ queryKey: cloudKey }), PAUSE_MS);
}
