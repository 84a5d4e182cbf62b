import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Unsent } from '../composer/unsent/outbox-store.ts';
import type { RoomState } from '../rooms/room-state.ts';
import {
  AT_END,
  distanceToEnd,
  findAnchor,
  keepInPlace,
  measure,
  offsetIn,
  type Anchor,
} from './anchor.ts';

// In px: the distance of the first unread message from the upper edge.
const UNREAD_TOP = 90;

/** What was drawn last. */
type Known = {
  first: string | undefined;
  newest: string | undefined;
  hasNewer: boolean;
  part: number;
};

/**
 * Holds the scroll position of a conversation. It opens at the first unread message, stays at its
 * end while the user is there, and keeps its position while older pages load above.
 */
export function useScrollPosition(
  scrollerRef: RefObject<HTMLDivElement | null>,
  { messages, hasNewer, part }: RoomState,
  unsent: readonly Unsent[],
) {
  const atEndRef = useRef(true);
  const anchorRef = useRef<Anchor | null>(null);
  const seenRef = useRef({ height: 0, distance: 0 });
  const known = useRef<Known>({ first: undefined, newest: undefined, hasNewer: false, part: 0 });
  const isOwnNew = unsent.length > 0;
  const failures = unsent.filter((item) => item.error !== '').length;

  /**
   * Keeps the scroll position: at the end, the end stays visible; elsewhere, and while history
   * loads, the message being read stays in place.
   */
  const hold = useCallback(
    (isHistory: boolean) => {
      const box = scrollerRef.current;
      if (box === null) return;
      if (atEndRef.current && !isHistory) box.scrollTop = box.scrollHeight;
      else if (anchorRef.current?.line.isConnected) keepInPlace(box, anchorRef.current);
      anchorRef.current = findAnchor(box);
      seenRef.current = measure(box);
    },
    [scrollerRef],
  );
  const holdOn = useCallback(() => hold(false), [hold]);
  useLayoutEffect(() => {
    const box = scrollerRef.current;
    const [first, newest] = [messages[0]?._id, messages.at(-1)?._id];
    const { current: before } = known;
    const isOpening = before.first === undefined && first !== undefined;
    // Returning from a part of the history to the newest part scrolls to the end.
    const isBack = before.hasNewer && !hasNewer && before.part !== part;
    if (isBack) atEndRef.current = true;
    // The end of a part of the history is not the end of the conversation: newer pages load below
    // it.
    const isHistory =
      !isBack &&
      (before.hasNewer || (!isOpening && before.first !== first && before.newest === newest));
    hold(isHistory);
    // Pages that load below the place being read put the end out of sight.
    if (isHistory && box) atEndRef.current = distanceToEnd(box) < AT_END;
    known.current = { first, newest, hasNewer, part };
    const unread = isOpening ? box?.querySelector<HTMLElement>('[data-unread]') : null;
    if (!box || !unread) return;
    box.scrollTop = offsetIn(box, unread) - UNREAD_TOP;
    seenRef.current = measure(box);
    atEndRef.current = seenRef.current.distance < AT_END;
    anchorRef.current = findAnchor(box);
  }, [scrollerRef, messages, hasNewer, part, hold]);
  useLayoutEffect(() => {
    // The sender wants to see the new message.
    if (isOwnNew && scrollerRef.current)
      scrollerRef.current.scrollTop = scrollerRef.current.scrollHeight;
  }, [scrollerRef, isOwnNew, unsent.length]);
  // The reason why a message was not sent makes its bubble taller.
  useLayoutEffect(holdOn, [failures, holdOn]);
  return { atEndRef, anchorRef, seenRef, hold, holdOn };
}
