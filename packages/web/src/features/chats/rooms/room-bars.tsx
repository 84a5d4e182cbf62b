import { lazy, Suspense } from 'react';
import { DayDialog } from '../search/day-dialog.tsx';
import { ScheduledBar } from '../scheduled/scheduled-bar.tsx';
import { PinnedBar } from './pinned-bar.tsx';
import { useRoomExtras } from './room-extras.tsx';

const RoomSearch = lazy(async () => ({
  default: (await import('../search/room-search.tsx')).RoomSearch,
}));
const ForwardDialog = lazy(async () => ({
  default: (await import('./chat-windows.ts')).ForwardDialog,
}));

/**
 * Between a room's header and its messages: the search or the pinned message. Also holds the
 * forward dialog.
 */
export function RoomBars({
  isSearching,
  onSearchEnd,
}: {
  isSearching: boolean;
  onSearchEnd: () => void;
}) {
  const { roomId, forwarding, calendar, setCalendar, leadToDay } = useRoomExtras();
  return (
    <>
      {isSearching ? (
        <Suspense fallback={null}>
          <RoomSearch onClose={onSearchEnd} />
        </Suspense>
      ) : null}
      <PinnedBar />
      <ScheduledBar roomId={roomId} />
      {calendar === undefined ? null : (
        <DayDialog day={calendar} onPick={leadToDay} onClose={() => setCalendar(undefined)} />
      )}
      {forwarding === null ? null : (
        <Suspense fallback={null}>
          <ForwardDialog messages={forwarding} />
        </Suspense>
      )}
    </>
  );
}
