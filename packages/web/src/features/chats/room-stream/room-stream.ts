import type { RefObject } from 'react';
import type { RoomEvent } from '@respa/contract/live-events';
import { requestLock } from '#lib/browser/locks.ts';
import { readEvents } from '#lib/network/events.ts';
import { urlOf } from '#lib/network/call.ts';
import { getSession } from '#lib/network/session.ts';
import { renewForStream } from '#lib/member/session-renewal.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';
import { isRoomFree, makeRoom, nameOfRoom, type SharedEvent } from './room-channel.ts';

// In ms: a tab that took the stream over and did not say that it reads has failed to open it.
const HANDOVER_MS = 5_000;
const ASK_AGAIN_MS = 5_000;

export type RoomStream = {
  roomId: string;
  kind: ConversationKind;
  /** The id of the last received event; undefined until the initial state arrives. */
  lastIdRef: RefObject<string | undefined>;
  /** Whether this tab has the stream. */
  isReadingRef: RefObject<boolean>;
  take: (event: RoomEvent) => void;
  /** Called by a tab without the stream when it may have missed changes. */
  onMissed: () => void;
  onBroken: (isBroken: boolean) => void;
  onGone: () => void;
  onRemoved: () => void;
};

function readRoomEvents(
  stream: RoomStream,
  share: (message: SharedEvent) => void,
  onTaken: () => void,
): () => void {
  const { roomId, kind, lastIdRef, take, onBroken, onGone, onRemoved } = stream;
  return readEvents(
    urlOf(kind.calls.connect, { roomId, userId: getSession()?.userId ?? '' }, { from: 'unread' }),
    {
      onEvent: ({ id, data }) => {
        const event = data as RoomEvent;
        if (id !== undefined) lastIdRef.current = id === '' ? undefined : id;
        take(event);
        if (event.type === 'init') {
          share({ type: 'reading' });
          for (const mark of event.reads)
            share({ type: 'event', id: undefined, event: { type: 'read', ...mark } });
        } else if (event.type !== 'load') share({ type: 'event', id, event });
        onTaken();
      },
      onOpen: (isResumed) => {
        onBroken(false);
        if (isResumed) share({ type: 'reading' });
      },
      onBreak: () => onBroken(true),
      onRefused: (status) => {
        if (status === 401) return renewForStream();
        // A member who has already seen the room was removed while not connected.
        if (kind.isGroup && lastIdRef.current !== undefined) onRemoved();
        else onGone();
        return false;
      },
    },
    lastIdRef.current,
  );
}

/**
 * Creates the stream of a room. All tabs of a browser that show the room share one: the tab that
 * came to the front last reads it and passes its events on. When it ends, one of the others reads
 * on. A tab that lost it keeps reading until it has the initial state and the other tab reads.
 */
export function makeRoomStream(stream: RoomStream) {
  const { lastIdRef, isReadingRef, take, onMissed } = stream;
  const name = nameOfRoom(stream.roomId);
  let current: AbortController | null = null;
  let ended = false;
  const channel = new BroadcastChannel(name);
  const share = (message: SharedEvent) => channel.postMessage(message);

  /**
   * Reads while the lock is held. Resolves when it is stolen or `signal` is aborted, and with false
   * if too many rooms are being read.
   */
  const read = (signal: AbortSignal, isStealing: boolean): Promise<boolean> =>
    new Promise((resolve) => {
      let isStolen = false;
      let isHandedOver = false;
      let close = () => {};
      const stop = () => {
        close();
        close = () => {};
        isReadingRef.current = false;
        resolve(true);
      };
      const stopIfReplaced = () => {
        if (isStolen && isHandedOver && lastIdRef.current !== undefined) stop();
      };
      const handOver = () => {
        isHandedOver = true;
        stopIfReplaced();
      };
      const hold = () =>
        new Promise<void>((release) => {
          if (signal.aborted) return release();
          isReadingRef.current = true;
          close = readRoomEvents(stream, share, stopIfReplaced);
          signal.addEventListener('abort', () => release());
        });
      const listen = ({ data }: MessageEvent<SharedEvent>) => {
        if (data.type === 'reading' && isStolen) handOver();
      };
      channel.addEventListener('message', listen, { signal });
      signal.addEventListener('abort', stop);
      requestLock(name, isStealing ? { steal: true } : { signal }, async () => {
        if (isStealing || (await isRoomFree(name))) await hold();
        else resolve(false);
      }).catch(() => {
        isStolen = true;
        setTimeout(handOver, HANDOVER_MS);
        stopIfReplaced();
      });
    });
  const run = async (signal: AbortSignal) => {
    await makeRoom(name);
    if (!signal.aborted) await read(signal, true);
    while (!signal.aborted) {
      onMissed();
      if (!(await read(signal, false)))
        await new Promise((resolve) => {
          setTimeout(resolve, ASK_AGAIN_MS);
        });
    }
  };
  const stop = () => {
    current?.abort();
    current = null;
  };
  const start = () => {
    if (current !== null || ended || document.visibilityState !== 'visible') return;
    current = new AbortController();
    void run(current.signal);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<SharedEvent>) => {
    if (isReadingRef.current || lastIdRef.current === undefined || current === null) return;
    if (data.type === 'reading') return onMissed();
    const { id, event } = data;
    if (event.type === 'anew') {
      lastIdRef.current = undefined;
      stop();
      return start();
    }
    if (id !== undefined) {
      if (Number(id) <= Number(lastIdRef.current)) return;
      // Changes have consecutive numbers.
      if (Number(id) > Number(lastIdRef.current) + 1) return onMissed();
      lastIdRef.current = id;
    }
    take(event);
  });
  const end = () => {
    ended = true;
    stop();
    channel.close();
  };
  return { start, stop, end };
}
