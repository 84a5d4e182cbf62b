import { useCallback, useEffect, useRef, type Dispatch } from 'react';
import { call } from '#lib/network/call.ts';
import type { RoomAction, RoomState } from '../rooms/room-state.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';

type Place = { around: string } | { date: string };
export type Jumps = ReturnType<typeof useJumps>;
/** Ways to another part of a room's history and back to its end. */
export function useJumps(
  roomId: string,
  kind: ConversationKind,
  { messages, hasNewer, part }: RoomState,
  apply: Dispatch<RoomAction>,
) {
  const isAsking = useRef(false);
  // What leads about a talk stays the same while the talk grows: all that is drawn in a room knows it.
  const shown = useRef({ messages, hasNewer, part });
  useEffect(() => {
    shown.current = { messages, hasNewer, part };
  });
  const ask = useCallback(
    (query: Partial<Record<'around' | 'date' | 'newerThan', string>>) =>
      call(kind.calls.messages, {
        params: { page: 1, offset: 0 },
        query: { room: roomId, ...query },
      }),
    [roomId, kind],
  );
  /** Shows what is around a message or a day; answers the message that it led to. Throws what the call throws. */
  const jump = useCallback(
    async (place: Place): Promise<string | undefined> => {
      const page = await ask(place);
      apply({ type: 'jump', ...page });
      return page.target ?? page.messages.at(-1)?._id;
    },
    [ask, apply],
  );
  /** Shows the end again; answers the last message. */
  const toNewest = useCallback(async (): Promise<string | undefined> => {
    const page = await ask({});
    apply({ type: 'jump', ...page, isNewest: true });
    return page.messages.at(-1)?._id;
  }, [ask, apply]);
  const loadNewer = useCallback(
    function more(): void {
      const { messages: known, hasNewer: isPart, part: asked } = shown.current;
      const last = known.at(-1);
      if (last === undefined || !isPart || isAsking.current) return;
      isAsking.current = true;
      ask({ newerThan: last._id })
        .then(
          (page) => apply({ type: 'newer', part: asked, ...page }),
          () => {},
        )
        .finally(() => {
          isAsking.current = false;
          // It came for another part than is shown by now: what follows this one was not asked for while it was on its way, and who stands at the end cannot scroll.
          if (shown.current.part !== asked) more();
        });
    },
    [ask, apply],
  );
  const stopAt = useCallback((id: string) => apply({ type: 'calm', at: id }), [apply]);
  return { jump, toNewest, loadNewer, stopAt };
}
