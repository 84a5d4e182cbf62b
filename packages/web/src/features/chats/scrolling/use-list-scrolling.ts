import { useCallback, useEffect, useState, type RefObject } from 'react';
import { useScrollStop } from './use-scroll-stop.ts';
import type { Unsent } from '../composer/unsent/outbox-store.ts';
import { useRoomExtras } from '../rooms/room-extras.tsx';
import type { RoomState } from '../rooms/room-state.ts';
import { AT_END, distanceToEnd, findAnchor, measure } from './anchor.ts';
import { useSeen, type Seen } from './use-seen.ts';
import { usePageRequests } from './use-page-requests.ts';
import { useScrollPosition } from './use-scroll-position.ts';

type ListScrolling = {
  scrollerRef: RefObject<HTMLDivElement | null>;
  state: RoomState;
  unsent: readonly Unsent[];
  isLoading: boolean;
  onOlder: () => void;
  /** Whether the newest message is visible. */
  onEnd: (isAtEnd: boolean) => void;
  onSeen: (seen: Seen) => void;
};
/**
 * Scrolls a conversation: holds its position, requests the pages that come near, and reports
 * whether the end is visible and where the user stops.
 */
export function useListScrolling(props: ListScrolling) {
  const { scrollerRef, state, unsent, isLoading, onOlder, onEnd, onSeen } = props;
  const { toNewest, loadNewer, stopAt } = useRoomExtras();
  const [isAway, setAway] = useState(false);
  const { messages, hasNewer, isReady } = state;
  const last = messages.at(-1);
  const { atEndRef, anchorRef, seenRef, hold, holdOn } = useScrollPosition(
    scrollerRef,
    state,
    unsent,
  );
  const loadNear = usePageRequests(scrollerRef, onOlder, loadNewer);
  const lookForEnd = useCallback(() => {
    const box = scrollerRef.current!;
    const end = distanceToEnd(box) < AT_END;
    if (end === atEndRef.current) return;
    atEndRef.current = end;
    setAway(!end);
    onEnd(end && !hasNewer);
  }, [scrollerRef, atEndRef, hasNewer, onEnd]);
  const drawn = useCallback(() => {
    hold(true);
    lookForEnd();
    loadNear();
  }, [hold, lookForEnd, loadNear]);
  // A user at an end cannot scroll, and neither can one whose page does not fill the screen, so the
  // next page is requested automatically.
  useEffect(() => {
    if (!isLoading) loadNear();
  }, [messages, isLoading, loadNear]);
  useEffect(() => {
    const box = scrollerRef.current;
    if (box === null) return;
    // A phone's keyboard, a growing composer, rewrapped lines.
    const observer = new ResizeObserver(() => {
      holdOn();
      loadNear();
    });
    observer.observe(box);
    // Pictures and link cards that become taller once they are loaded.
    const growth = new ResizeObserver(() => {
      if (!atEndRef.current) return;
      box.scrollTop += distanceToEnd(box) - seenRef.current.distance;
      anchorRef.current = findAnchor(box);
    });
    growth.observe(box.lastElementChild!);
    return () => {
      observer.disconnect();
      growth.disconnect();
    };
  }, [scrollerRef, atEndRef, anchorRef, seenRef, isReady, holdOn, loadNear]);
  useEffect(() => {
    setAway(!atEndRef.current);
    onEnd(isReady && atEndRef.current && !hasNewer);
  }, [atEndRef, isReady, last?._id, hasNewer, onEnd]);

  const lookForSeen = useSeen(scrollerRef, messages, onSeen);
  const waitForStop = useScrollStop(anchorRef, stopAt);
  const scrolled = () => {
    const box = scrollerRef.current!;
    // The browser scrolled because the list became higher or lower; nobody left the end.
    if (atEndRef.current && box.clientHeight !== seenRef.current.height) holdOn();
    lookForEnd();
    anchorRef.current = findAnchor(box);
    seenRef.current = measure(box);
    loadNear();
    lookForSeen();
    waitForStop();
  };
  const toEnd = () =>
    hasNewer
      ? toNewest()
      : scrollerRef.current?.scrollTo({
          top: scrollerRef.current.scrollHeight,
          behavior: 'smooth',
        });
  return { isAway, holdOn, drawn, scrolled, toEnd };
}
