import type { ReactNode } from 'react';
import { Stack } from '#ui/layout/columns.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';
import { useEvents, type Event, type EventPart } from './api.ts';
import { EventCard } from './event-card.tsx';

/** Lists upcoming or past events. `menu` returns the viewer's actions on each. */
export function EventsList({
  part,
  menu,
}: {
  part: EventPart;
  menu?: (event: Event) => ReactNode;
}) {
  const found = useEvents(part);
  const events = found.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Stack>
      {found.isPending ? <PostsSkeleton posts={2} picture={false} /> : null}
      {found.isError && events.length === 0 ? (
        <ErrorState onRetry={() => void found.refetch()} />
      ) : null}
      {found.isSuccess && events.length === 0 ? (
        <EmptyState
          art="search"
          text="Здесь пока что ничего нет"
          more={
            part === 'next'
              ? 'Когда на небе намечается что-то интересное, мы расскажем об этом здесь.'
              : undefined
          }
        />
      ) : null}
      {events.map((event) => (
        <EventCard key={event._id} event={event}>
          {menu?.(event)}
        </EventCard>
      ))}
      <InfiniteList
        hasMore={found.hasNextPage}
        isLoading={found.isFetchingNextPage}
        isFailed={found.isFetchNextPageError}
        onMore={() => void found.fetchNextPage()}
        skeleton={<PostsSkeleton posts={1} picture={false} />}
      />
    </Stack>
  );
}
