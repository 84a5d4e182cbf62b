import { useEffect, useRef } from 'react';
import type { MemberEvent } from '@respa/contract/live-events';
import { suspectOldBuild } from '#lib/browser/build.ts';
import { requestLock } from '#lib/browser/locks.ts';
import { connectionFailed, connectionWorks } from './connection.ts';
import { getSession } from './session.ts';
import { readEvents } from './events.ts';

/**
 * An event of the member's own stream. Every feature knows the types that it listens to.
 * `connected` means: refetch what is shown.
 */
export type StreamedEvent = MemberEvent | { type: 'connected'; again: boolean };
type Listener = (event: StreamedEvent) => void;
const listeners = new Set<Listener>();
function hand(event: StreamedEvent): void {
  listeners.forEach((listener) => listener(event));
  // A server that is being updated ends its streams.
  if (event.type === 'connected' && event.again) void suspectOldBuild();
}

/**
 * Keeps one stream per browser, however many tabs are open: the tab that holds the lock reads it
 * and forwards the events to the others.
 * Why: browsers allow six connections to a host, so tabs with a stream each would block the site.
 */
export function startLive(onRefused: () => Promise<boolean>): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(`respa.live.${getSession()?.userId ?? ''}`);
  channel.onmessage = ({ data }: MessageEvent<StreamedEvent>) => hand(data);
  const share = (event: StreamedEvent) => {
    hand(event);
    channel.postMessage(event);
  };
  let isAgain = false;
  void requestLock(
    'respa.live',
    { signal: stop.signal },
    () =>
      new Promise<void>((release) => {
        const close = readEvents('/api/live', {
          onEvent: ({ data }) => share(data as StreamedEvent),
          onOpen: () => {
            connectionWorks();
            // A tab that takes the stream over, and every stream that broke, may have missed
            // events.
            share({ type: 'connected', again: isAgain });
            isAgain = true;
          },
          // This includes a stream that broke before it was open: the page may come from a server
          // that has since stopped.
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
  ).catch(() => {});
  return () => {
    stop.abort();
    channel.close();
  };
}

/** Subscribes to the member's stream while the component is mounted. */
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
