import { useSyncExternalStore } from 'react';
import { useMyId } from '#lib/network/session.ts';
import type { RoomState } from '../../rooms/room-state.ts';
import { readOutbox, subscribeOutbox } from './outbox-store.ts';

/** Returns the member's unsent messages of a room. */
export function useUnsent(id: string, { messages }: RoomState) {
  const me = useMyId();
  const outbox = useSyncExternalStore(subscribeOutbox, readOutbox, readOutbox);
  return outbox.filter(
    (item) =>
      item.roomId === id &&
      item.userId === me &&
      !messages.some((message) => message.clientId === item.clientId),
  );
}
