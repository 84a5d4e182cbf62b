import type { QueryClient } from '@tanstack/react-query';
import type { StreamedEvent } from '#lib/network/live.ts';
import { invalidateTopic } from '#lib/network/topics.ts';

export function handleLinkEvent(queries: QueryClient, event: StreamedEvent): void {
  if (event.type === 'link-card') void invalidateTopic(queries, 'link-cards');
}
