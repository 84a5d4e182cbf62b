import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { RoomEvent } from '@respa/contract/live-events';
import { ApiError, call, urlOf } from '#lib/network/call.ts';
import { readEvents } from '#lib/network/events.ts';
import { renewForStream } from '#lib/session-renewal.ts';
import { useLive } from '#lib/network/live.ts';
import { getSession } from '#lib/network/session.ts';
import { roomKey } from '../api.ts';
import { markPresence } from '../groups/group-api.ts';
import { useJumps, type Jumps } from '../messages/jumps.ts';
import { onSent, settle } from '../composer/outbox.ts';
import { applyEvent, EMPTY_ROOM, type RoomState } from './room-state.ts';
import type { ConversationKind } from './conversation-kind.ts';

const TYPING_MS = 4_000;
// In ms: a page of history that failed to load is requested again after this.
const AGAIN_MS = 3_000;

export type Room = Jumps & {
  state: RoomState;
  /** No such room exists for the viewer. */
  isGone: boolean;
  /** The viewer was a member until now. */
  isRemoved: boolean;
  isBroken: boolean;
  isLoading: boolean;
  loadOlder: () => void;
  /** The users who are typing, in the order in which they began. */
  typing: readonly string[];
};

/**
 * Keeps a room up to date. A browser has one room stream: the tab in front takes it over. A tab
 * that lost it while still visible
 * fetches the changes whenever the member's own stream reports an event in the room. A tab that has
 * nothing to show yet keeps its stream until the initial state arrives.
 */
export function useRoom(roomId: string, kind: ConversationKind): Room {
  const [state, apply] = useReducer(applyEvent, EMPTY_ROOM);
  const [isGone, setGone] = useState(false);
  const [isRemoved, setRemoved] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [typing, setTyping] = useState<readonly string[]>([]);
  const [isLoading, setLoading] = useState(false);
  const queries = useQueryClient();
  const lastId = useRef<string>(undefined);
  const isReading = useRef(false);
  const isAsking = useRef(false);
  const catchingUp = useRef(Promise.resolve());
  const typingTimers = useRef(new Map<string, ReturnType<typeof setTimeout>>());

  const endTyping = useCallback(
    (userId: string) =>
      setTyping((now) => (now.includes(userId) ? now.filter((one) => one !== userId) : now)),
    [],
  );
  const take = useCallback(
    (event: RoomEvent) => {
      apply(event);
      if (event.type === 'create') {
        settle(event.message.clientId);
        if (event.message.system === null) endTyping(event.message.user);
        else void queries.invalidateQueries({ queryKey: roomKey(roomId) });
      } else if (event.type === 'typing' && event.userId !== getSession()?.userId) {
        const { userId } = event;
        setTyping((now) => (now.includes(userId) ? now : [...now, userId]));
        clearTimeout(typingTimers.current.get(userId));
        typingTimers.current.set(
          userId,
          setTimeout(() => endTyping(userId), TYPING_MS),
        );
      } else if (event.type === 'presence') {
        if (kind.isGroup) markPresence(queries, roomId, event.userId, event.isOnline);
        else void queries.invalidateQueries({ queryKey: roomKey(roomId) });
      } else if (event.type === 'background')
        void queries.invalidateQueries({ queryKey: roomKey(roomId) });
      else if (event.type === 'removed') setRemoved(true);
    },
    [queries, roomId, kind, endTyping],
  );

  useEffect(() => {
    let close: (() => void) | null = null;
    let ended = false;
    const stop = () => {
      close?.();
      close = null;
      isReading.current = false;
    };
    const start = () => {
      if (close !== null || ended || document.visibilityState !== 'visible') return;
      const release = new AbortController();
      let isStolen = false;
      close = () => release.abort();
      void navigator.locks
        .request(
          'respa.room',
          { steal: true },
          () =>
            new Promise<void>((done) => {
              if (release.signal.aborted) return done();
              isReading.current = true;
              const end = readEvents(
                urlOf(kind.calls.connect, {
                  roomId,
                  userId: getSession()?.userId ?? '',
                }),
                {
                  onEvent: ({ id, data }) => {
                    if (id !== undefined) lastId.current = id === '' ? undefined : id;
                    take(data as RoomEvent);
                    if (isStolen && lastId.current !== undefined && !release.signal.aborted) stop();
                  },
                  onOpen: () => setBroken(false),
                  onBreak: () => setBroken(true),
                  onRefused: (status) => {
                    if (status === 401) return renewForStream();
                    // A member who has already seen the room was removed while not connected.
                    if (kind.isGroup && lastId.current !== undefined) setRemoved(true);
                    else setGone(true);
                    return false;
                  },
                },
                lastId.current,
              );
              release.signal.addEventListener('abort', () => {
                end();
                done();
              });
              // A tab in front stole the lock: the holder's request rejects, and its stream must
              // not stay open beside the other.
            }),
        )
        .catch(() => {
          isStolen = true;
          if (lastId.current !== undefined && !release.signal.aborted) stop();
        });
    };
    const look = () => (document.visibilityState === 'visible' ? start() : stop());
    start();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', start);
    const timers = typingTimers.current;
    const unsubscribe = onSent((room, message) => {
      if (room === roomId) take({ type: 'create', message });
    });
    return () => {
      ended = true;
      stop();
      unsubscribe();
      timers.forEach((timer) => clearTimeout(timer));
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', start);
    };
  }, [roomId, kind, take]);

  useLive((event) => {
    if (
      isReading.current ||
      !('roomId' in event) ||
      event.roomId !== roomId ||
      lastId.current === undefined ||
      document.visibilityState !== 'visible'
    )
      return;
    // Runs the requests one after another, so that an older response never overwrites a newer one.
    catchingUp.current = catchingUp.current
      .then(async () => {
        const changes = await call(kind.calls.messages, {
          params: { page: 1, offset: 0 },
          query: { room: roomId, after: Number(lastId.current) },
        });
        changes.messages.forEach((message) => take({ type: 'create', message }));
        (changes.deleted ?? []).forEach((id) => take({ type: 'delete', id }));
        lastId.current = String(changes.seq ?? lastId.current);
      })
      .catch((error: unknown) => {
        if (kind.isGroup && error instanceof ApiError && error.status === 404) setRemoved(true);
      });
  });

  const loadOlder = useCallback(() => {
    const oldest = state.messages[0];
    if (oldest === undefined || state.isLast || isAsking.current) return;
    isAsking.current = true;
    setLoading(true);
    call(kind.calls.messages, {
      params: { page: 1, offset: 0 },
      query: { room: roomId, before: oldest._id },
    })
      .then(
        (page) => apply({ type: 'older', part: state.part, ...page }),
        () =>
          new Promise((resolve) => {
            setTimeout(resolve, AGAIN_MS);
          }),
      )
      .finally(() => {
        isAsking.current = false;
        setLoading(false);
      });
  }, [roomId, kind, state.isLast, state.messages, state.part]);

  return {
    state,
    isGone,
    isRemoved,
    isBroken,
    typing,
    isLoading,
    loadOlder,
    ...useJumps(roomId, kind, state, apply),
  };
}
