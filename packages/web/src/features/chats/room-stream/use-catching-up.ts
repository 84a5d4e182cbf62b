import { useCallback, useRef } from 'react';
import { useLive } from '#lib/network/live.ts';
import { ApiError, call } from '#lib/network/call.ts';
import type { RoomStream } from './room-stream.ts';

// In ms: an event that another tab passes on arrives within this.
const PASSING_MS = 1_000;
/** Pages of 100 changes. */
const MAX_PAGES = 10;

type CatchingUp = Pick<
  RoomStream,
  'roomId' | 'kind' | 'lastIdRef' | 'isReadingRef' | 'take' | 'onRemoved'
>;
/**
 * Returns the function with which a visible tab without the stream fetches the changes it missed.
 * The tab also does so when the member's own stream reports an event in the room and no other tab
 * passes it on.
 */
export function useCatchingUp(room: CatchingUp): () => void {
  const { roomId, kind, lastIdRef, isReadingRef, take, onRemoved } = room;
  const catchingUp = useRef(Promise.resolve());
  const catchUp = useCallback(() => {
    const fetchChanges = async () => {
      for (let page = 0; page < MAX_PAGES; page += 1) {
        if (isReadingRef.current || lastIdRef.current === undefined) return;
        const changes = await call(kind.calls.messages, {
          params: { page: 1, offset: 0 },
          query: { room: roomId, after: Number(lastIdRef.current) },
        });
        // Meanwhile the tab may have begun to read the stream and know more.
        if (Number(changes.seq ?? 0) <= Number(lastIdRef.current)) return;
        changes.messages.forEach((message) => take({ type: 'create', message }));
        (changes.deleted ?? []).forEach((id) => take({ type: 'delete', id }));
        lastIdRef.current = String(changes.seq);
        if (changes.isLast) return;
      }
    };
    // Runs the requests one after another, so that an older response never overwrites a newer one.
    catchingUp.current = catchingUp.current.then(fetchChanges).catch((error: unknown) => {
      if (kind.isGroup && error instanceof ApiError && error.status === 404) onRemoved();
    });
  }, [roomId, kind, lastIdRef, isReadingRef, take, onRemoved]);
  useLive((event) => {
    if (
      isReadingRef.current ||
      !('roomId' in event) ||
      event.roomId !== roomId ||
      lastIdRef.current === undefined ||
      document.visibilityState !== 'visible'
    )
      return;
    const before = lastIdRef.current;
    setTimeout(() => {
      if (lastIdRef.current === before) catchUp();
    }, PASSING_MS);
  });
  return catchUp;
}
