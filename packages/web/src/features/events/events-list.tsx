import type { ReactNode } from 'react';
import { Stack } from '#ui/layout/columns.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
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
      <ListState
        list={found}
        isEmpty={events.length === 0}
        skeleton={<PostsSkeleton posts={2} picture={false} />}
        empty={
          <EmptyState
            art="search"
            text="Здесь пока что ничего нет"
            more={
              part === 'next'
                ? 'Когда на небе намечается что-то интересное, мы расскажем об этом здесь.'
                : 'Здесь останется то, что уже случилось.'
            }
          />
        }
      />
      {events.map((event) => (
        <EventCard key={event._id} event={event}>
          {menu?.(event)}
        </EventCard>
      ))}
      <MorePages list={found} skeleton={<PostsSkeleton posts={1} picture={false} />} />
    </Stack>
  );
}
