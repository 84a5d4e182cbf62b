import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { showMessage } from './show-message.ts';
import type { useJumps } from './jumps.ts';
import type { Message, RoomState } from '../rooms/room-state.ts';

/** Scrolls to messages wherever in the history they are. The room opens at the message `start`. */
export function useRoomJumps(
  { state, jump, toNewest: goNewest }: { state: RoomState } & ReturnType<typeof useJumps>,
  start: string | null,
  isSending: boolean,
) {
  const target = useRef<string | null>(null);
  const drawn = useRef<readonly Message[]>([]);

  // The list has drawn the loaded page and kept its position. Now it scrolls to the target.
  useLayoutEffect(() => {
    drawn.current = state.messages;
    if (target.current !== null && showMessage(target.current, state.messages))
      target.current = null;
  }, [state.messages]);
  const go = useCallback(
    (place: Parameters<typeof jump>[0]) => {
      jump(place).then(
        (id) => {
          // The page may bring nothing new; then the target is drawn already.
          if (id !== undefined && !showMessage(id, drawn.current)) target.current = id;
        },
        (error: unknown) =>
          showToast(
            error instanceof ApiError && error.status === 404
              ? 'Сообщение не найдено'
              : sentenceOf(error),
            { tone: 'bad' },
          ),
      );
    },
    [jump],
  );
  const jumpTo = useCallback(
    (id: string) => {
      if (!showMessage(id, drawn.current)) go({ around: id });
    },
    [go],
  );
  const leadToDay = useCallback((day: Date) => go({ date: day.toISOString() }), [go]);
  const toNewest = useCallback(() => {
    goNewest().catch((error: unknown) => showToast(sentenceOf(error), { tone: 'bad' }));
  }, [goNewest]);
  const isAway = isSending && state.hasNewer;
  useEffect(() => {
    if (isAway) toNewest();
  }, [isAway, toNewest]);
  const { isReady } = state;
  useEffect(() => {
    if (isReady && start !== null) jumpTo(start);
  }, [isReady, start, jumpTo]);
  return { jumpTo, leadToDay, toNewest };
}
