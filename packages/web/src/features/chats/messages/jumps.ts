import { useCallback, useEffect, useRef, type Dispatch } from 'react';
import { call } from '#lib/network/call.ts';
import type { RoomAction, RoomState } from '../rooms/room-state.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';

type JumpTarget = { around: string } | { date: string };
export type Jumps = ReturnType<typeof useJumps>;
/** Jumps to another part of a room's history and back to its end. */
export function useJumps(
  roomId: string,
  kind: ConversationKind,
  { messages, hasNewer, part }: RoomState,
  apply: Dispatch<RoomAction>,
) {
  const isAsking = useRef(false);
  // The jump functions keep their identity while the conversation grows, because everything drawn
  // in a room depends on them.
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
  /**
   * Shows the messages around a message or a day. Returns the id of the target message. Throws what
   * the call throws.
   */
  const jump = useCallback(
    async (place: JumpTarget): Promise<string | undefined> => {
      const page = await ask(place);
      apply({ type: 'jump', ...page });
      return page.target ?? page.messages.at(-1)?._id;
    },
    [ask, apply],
  );
  /** Shows the end again. Returns the id of the last message. */
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
          // The page belonged to another part than the one now shown. Meanwhile no page for the
          // shown part was requested, and a user at its end cannot scroll to request one.
          if (shown.current.part !== asked) more();
        });
    },
    [ask, apply],
  );
  const stopAt = useCallback((id: string) => apply({ type: 'calm', at: id }), [apply]);
  return { jump, toNewest, loadNewer, stopAt };
}
