import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import * as chats from '@respa/contract/chats';
import { call } from '#lib/call.ts';
import { readEvents } from '#lib/events.ts';
import { renewForStream } from '#lib/keeper.ts';
import { useLive } from '#lib/live.ts';
import { getSession } from '#lib/session.ts';
import { roomKey } from './api.ts';
import { onSent, settle } from './outbox.ts';
import { applyEvent, EMPTY_ROOM, type RoomEvent } from './room-state.ts';

const TYPING_MS = 4_000;
// A page of history that did not come is asked for again after this.
const AGAIN_MS = 3_000;

/**
 * A room, live. One room stream per browser: the tab in front takes it over, and a tab that lost it while still on screen
 * asks for what changed whenever the member's own stream says that something did.
 */
export function useRoom(roomId: string) {
  const [state, apply] = useReducer(applyEvent, EMPTY_ROOM);
  const [isGone, setGone] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [typing, setTyping] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const queries = useQueryClient();
  const lastId = useRef<string>(undefined);
  const isReading = useRef(false);
  const isAsking = useRef(false);
  const catchingUp = useRef(Promise.resolve());
  const typingTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const take = useCallback((event: RoomEvent) => {
    apply(event);
    if (event.type === 'create') {
      settle(event.message.clientId);
      if (event.message.user !== getSession()?.userId) setTyping(false);
    } else if (event.type === 'typing' && event.userId !== getSession()?.userId) {
      setTyping(true);
      clearTimeout(typingTimer.current);
      typingTimer.current = setTimeout(() => setTyping(false), TYPING_MS);
    } else if (event.type === 'presence' || event.type === 'background') void queries.invalidateQueries({ queryKey: roomKey(roomId) });
  }, [queries, roomId]);

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
      close = () => release.abort();
      void navigator.locks.request('respa.room', { steal: true }, () => new Promise<void>((done) => {
        if (release.signal.aborted) return done();
        isReading.current = true;
        const end = readEvents(`/api/connect/${roomId}/${getSession()?.userId ?? ''}`, {
          onEvent: ({ id, data }) => {
            if (id !== undefined) lastId.current = id;
            take(data as RoomEvent);
          },
          onOpen: () => setBroken(false),
          onBreak: () => setBroken(true),
          onRefused: (status) => {
            if (status === 401) return renewForStream();
            setGone(true);
            return false;
          },
        }, lastId.current);
        release.signal.addEventListener('abort', () => {
          end();
          done();
        });
        // The lock was stolen by a tab in front: its holder's request fails, and the stream must not stay open beside the other.
      })).catch(stop);
    };
    const look = () => (document.visibilityState === 'visible' ? start() : stop());
    start();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', start);
    const unhear = onSent((room, message) => { if (room === roomId) take({ type: 'create', message }); });
    return () => {
      ended = true;
      stop();
      unhear();
      clearTimeout(typingTimer.current);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', start);
    };
  }, [roomId, take]);

  useLive((event) => {
    if (isReading.current || event['roomId'] !== roomId || lastId.current === undefined || document.visibilityState !== 'visible') return;
    // One after another: an older answer never comes over a newer one.
    catchingUp.current = catchingUp.current.then(async () => {
      const changes = await call(chats.messages, { params: { page: 1, offset: 0 }, query: { room: roomId, after: Number(lastId.current) } });
      changes.messages.forEach((message) => take({ type: 'create', message }));
      (changes.deleted ?? []).forEach((id) => take({ type: 'delete', id }));
      lastId.current = String(changes.seq ?? lastId.current);
    }).catch(() => {});
  });

  const loadOlder = useCallback(() => {
    const oldest = state.messages[0];
    if (oldest === undefined || state.isLast || isAsking.current) return;
    isAsking.current = true;
    setLoading(true);
    call(chats.messages, { params: { page: 1, offset: 0 }, query: { room: roomId, before: oldest._id } })
      .then((page) => apply({ type: 'load', ...page }), () => new Promise((resolve) => { setTimeout(resolve, AGAIN_MS); }))
      .finally(() => {
        isAsking.current = false;
        setLoading(false);
      });
  }, [roomId, state.isLast, state.messages]);

  return { state, isGone, isBroken, typing, isLoading, loadOlder };
}
