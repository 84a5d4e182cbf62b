import type { RefObject } from 'react';
import type { RoomEvent } from '@respa/contract/live-events';
import { readEvents } from '#lib/network/events.ts';
import { urlOf } from '#lib/network/call.ts';
import { getSession } from '#lib/network/session.ts';
import { renewForStream } from '#lib/session-renewal.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';

export type RoomStream = {
  roomId: string;
  kind: ConversationKind;
  /** The id of the last received event; undefined until the initial state arrives. */
  lastIdRef: RefObject<string | undefined>;
  /** Whether this tab has the stream. */
  isReadingRef: RefObject<boolean>;
  take: (event: RoomEvent) => void;
  onBroken: (isBroken: boolean) => void;
  onGone: () => void;
  onRemoved: () => void;
};

function readRoomEvents(stream: RoomStream, onTaken: () => void): () => void {
  const { roomId, kind, lastIdRef, take, onBroken, onGone, onRemoved } = stream;
  return readEvents(
    urlOf(kind.calls.connect, { roomId, userId: getSession()?.userId ?? '' }, { from: 'unread' }),
    {
      onEvent: ({ id, data }) => {
        if (id !== undefined) lastIdRef.current = id === '' ? undefined : id;
        take(data as RoomEvent);
        onTaken();
      },
      onOpen: () => onBroken(false),
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
 * Creates the stream of a room. A browser has one: a tab that starts it takes it over. A tab that
 * lost it keeps reading until the initial state has arrived.
 */
export function makeRoomStream(stream: RoomStream) {
  const { lastIdRef, isReadingRef } = stream;
  let close: (() => void) | null = null;
  let ended = false;
  const stop = () => {
    close?.();
    close = null;
    isReadingRef.current = false;
  };
  const start = () => {
    if (close !== null || ended || document.visibilityState !== 'visible') return;
    const release = new AbortController();
    let isStolen = false;
    const stopIfStolen = () => {
      if (isStolen && lastIdRef.current !== undefined && !release.signal.aborted) stop();
    };
    close = () => release.abort();
    void navigator.locks
      .request(
        'respa.room',
        { steal: true },
        () =>
          new Promise<void>((done) => {
            if (release.signal.aborted) return done();
            isReadingRef.current = true;
            const end = readRoomEvents(stream, stopIfStolen);
            release.signal.addEventListener('abort', () => {
              end();
              done();
            });
            // A tab in front stole the lock: the holder's request rejects, and its stream must not
            // stay open beside the other.
          }),
      )
      .catch(() => {
        isStolen = true;
        stopIfStolen();
      });
  };
  const end = () => {
    ended = true;
    stop();
  };
  return { start, stop, end };
}
