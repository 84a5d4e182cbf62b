import { useEffect, useRef } from 'react';
import { untilClosed } from './back-closes.ts';
import { watchStepsOf } from './step-watchers.ts';
import { randomId } from '#lib/browser/random-id.ts';

/** What the router keeps in a history entry. */
type Entry = { usr: unknown; key: string; idx: number };

/**
 * Gives something that is open over the page an address and a history entry of its own, while the
 * page stays as it is. `onLeave` runs once Back, or `close`, has left that entry. A reload shows
 * the page of the address instead, and so does the way back from a link.
 */
export function useAddressOver(onLeave: () => void) {
  const latest = useRef(onLeave);
  /** The router's number of the page below; undefined while nothing is open. */
  const below = useRef<number>(undefined);
  useEffect(() => {
    latest.current = onLeave;
  });
  useEffect(
    () => () => {
      if (below.current !== undefined) watchStepsOf('address', null);
    },
    [],
  );
  const leave = () => {
    below.current = undefined;
    watchStepsOf('address', null);
    latest.current();
  };
  return {
    open(path: string) {
      const { idx } = history.state as Entry;
      below.current = idx;
      const entry: Entry = { usr: null, key: randomId(), idx: idx + 1 };
      history.pushState(entry, '', path);
      watchStepsOf('address', ({ state }) => {
        const isBack = (state as Entry | null)?.idx === idx;
        leave();
        return isBack;
      });
    },
    change(path: string) {
      history.replaceState(history.state, '', path);
    },
    close() {
      if (below.current === undefined) return;
      void untilClosed().then(() => {
        if (below.current !== undefined) history.back();
      });
    },
  };
}
