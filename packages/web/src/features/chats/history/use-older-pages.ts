import { useCallback, useRef, useState, type Dispatch } from 'react';
import { call } from '#lib/network/call.ts';
import type { RoomAction, RoomState } from '../rooms/room-state.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';

// In ms: a page of history that failed to load is requested again after this.
const AGAIN_MS = 3_000;

/** Loads the pages before the loaded part of a room. */
export function useOlderPages(
  roomId: string,
  kind: ConversationKind,
  state: RoomState,
  apply: Dispatch<RoomAction>,
) {
  const [isLoading, setLoading] = useState(false);
  const isAsking = useRef(false);
  const loadOlder = useCallback(() => {
    const oldest = state.messages[0];
    if (oldest === undefined || state.isLast || isAsking.current) return;
    isAsking.current = true;
    setLoading(true);
    call(kind.calls.messages, {
      params: { page: 1, offset: 0 },
      query: { room: roomId, before: oldest._id },
    })
      .then(
        (page) => apply({ type: 'older', part: state.part, ...page }),
        () =>
          new Promise((resolve) => {
            setTimeout(resolve, AGAIN_MS);
          }),
      )
      .finally(() => {
        isAsking.current = false;
        setLoading(false);
      });
  }, [roomId, kind, apply, state.isLast, state.messages, state.part]);
  return { isLoading, loadOlder };
}
