import { useRef } from 'react';
import { useLive } from '#lib/network/live.ts';
import { ApiError, call } from '#lib/network/call.ts';
import type { RoomStream } from './room-stream.ts';

type CatchingUp = Pick<
  RoomStream,
  'roomId' | 'kind' | 'lastIdRef' | 'isReadingRef' | 'take' | 'onRemoved'
>;
/**
 * In a visible tab without the stream, fetches the changes whenever the member's own stream reports
 * an event in the room.
 */
export function useCatchingUp(room: CatchingUp): void {
  const { roomId, kind, lastIdRef, isReadingRef, take, onRemoved } = room;
  const catchingUp = useRef(Promise.resolve());
  useLive((event) => {
    if (
      isReadingRef.current ||
      !('roomId' in event) ||
      event.roomId !== roomId ||
      lastIdRef.current === undefined ||
      document.visibilityState !== 'visible'
    )
      return;
    // Runs the requests one after another, so that an older response never overwrites a newer one.
    catchingUp.current = catchingUp.current
      .then(async () => {
        const changes = await call(kind.calls.messages, {
          params: { page: 1, offset: 0 },
          query: { room: roomId, after: Number(lastIdRef.current) },
        });
        changes.messages.forEach((message) => take({ type: 'create', message }));
        (changes.deleted ?? []).forEach((id) => take({ type: 'delete', id }));
        lastIdRef.current = String(changes.seq ?? lastIdRef.current);
      })
      .catch((error: unknown) => {
        if (kind.isGroup && error instanceof ApiError && error.status === 404) onRemoved();
      });
  });
}
