import { useEffect, useRef } from 'react';
import type { MemberEvent } from '@respa/contract/live-events';
import { suspectOldBuild } from '#lib/build.ts';
import { connectionFailed, connectionWorks } from './connection.ts';
import { readEvents } from './events.ts';

/** An event of the member's own stream; every feature knows the types that it listens to. `connected` says: ask anew for what you show. */
export type StreamedEvent = MemberEvent | { type: 'connected'; again: boolean };
type Listener = (event: StreamedEvent) => void;
const listeners = new Set<Listener>();
function hand(event: StreamedEvent): void {
  listeners.forEach((listener) => listener(event));
  // A server that is updated ends its streams.
  if (event.type === 'connected' && event.again) void suspectOldBuild();
}

/**
 * One stream per browser, however many tabs: the tab that holds the lock reads it and tells the others.
 * Browsers allow six connections to a host, and a tab that hangs would take the site down with it.
 */
export function startLive(onRefused: () => Promise<boolean>): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel('respa.live');
  channel.onmessage = ({ data }: MessageEvent<StreamedEvent>) => hand(data);
  const share = (event: StreamedEvent) => {
    hand(event);
    channel.postMessage(event);
  };
  let isAgain = false;
  void navigator.locks
    .request(
      'respa.live',
      { signal: stop.signal },
      () =>
        new Promise<void>((release) => {
          const close = readEvents('/api/live', {
            onEvent: ({ data }) => share(data as StreamedEvent),
            onOpen: () => {
              connectionWorks();
              // A tab that takes the stream over, and every stream that broke, may have missed events.
              share({ type: 'connected', again: isAgain });
              isAgain = true;
            },
            // Also one that broke before it was open: the page may have been read from a server that is gone by now.
            onBreak: () => {
              isAgain = true;
              connectionFailed();
            },
            onRefused,
          });
          stop.signal.addEventListener('abort', () => {
            close();
            release();
          });
        }),
    )
    .catch(() => {});
  return () => {
    stop.abort();
    channel.close();
  };
}

/** Hears the member's stream while the component is on the page. */
export function useLive(listener: Listener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const own: Listener = (event) => latest.current(event);
    listeners.add(own);
    return () => void listeners.delete(own);
  }, []);
}
/** The same outside of components. */
export function onLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
