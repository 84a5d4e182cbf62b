import { useCallback, type Dispatch } from 'react';
import { call } from '#lib/network/call.ts';
import { useNewerPages, type PageQuery } from './use-newer-pages.ts';
import type { RoomAction, RoomState } from '../rooms/room-state.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';

type JumpTarget = { around: string } | { date: string };
export type Jumps = ReturnType<typeof useJumps>;
/** Jumps to another part of a room's history and back to its end. */
export function useJumps(
  roomId: string,
  kind: ConversationKind,
  state: RoomState,
  apply: Dispatch<RoomAction>,
) {
  const ask = useCallback(
    (query: PageQuery) =>
      call(kind.calls.messages, {
        params: { page: 1, offset: 0 },
        query: { room: roomId, ...query },
      }),
    [roomId, kind],
  );
  const loadNewer = useNewerPages(ask, state, apply);
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
  const stopAt = useCallback((id: string) => apply({ type: 'calm', at: id }), [apply]);
  return { jump, toNewest, loadNewer, stopAt };
}
