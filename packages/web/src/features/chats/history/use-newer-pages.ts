import { useCallback, useEffect, useRef, type Dispatch } from 'react';
import type { RoomAction, RoomState } from '../rooms/room-state.ts';

export type PageQuery = Partial<Record<'around' | 'date' | 'newerThan', string>>;
type Page = Omit<Extract<RoomAction, { type: 'newer' }>, 'type' | 'part'>;
/** Loads the pages after the loaded part of a room. */
export function useNewerPages(
  ask: (query: PageQuery) => Promise<Page>,
  { messages, hasNewer, part }: RoomState,
  apply: Dispatch<RoomAction>,
): () => void {
  const isAsking = useRef(false);
  // The function keeps its identity while the conversation grows, because everything drawn in a
  // room depends on it.
  const shown = useRef({ messages, hasNewer, part });
  useEffect(() => {
    shown.current = { messages, hasNewer, part };
  });
  return useCallback(
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
}
