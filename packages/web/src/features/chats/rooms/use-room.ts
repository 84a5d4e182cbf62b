import { useCallback, useReducer, useRef, useState } from 'react';
import { useMyId } from '#lib/network/session.ts';
import { useRoomEvents } from '../room-stream/use-room-events.ts';
import { useRoomStream } from '../room-stream/use-room-stream.ts';
import { useCatchingUp } from '../room-stream/use-catching-up.ts';
import { useOlderPages } from '../history/use-older-pages.ts';
import { useJumps, type Jumps } from '../history/jumps.ts';
import { useKeptRoom } from './use-kept-room.ts';
import { applyEvent, EMPTY_ROOM, type RoomState } from './room-state.ts';
import type { ConversationKind } from './conversation-kind.ts';

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

/** Keeps a room up to date, by the stream that the browser's tabs share. */
export function useRoom(roomId: string, kind: ConversationKind): Room {
  const [state, apply] = useReducer(applyEvent, { ...EMPTY_ROOM, me: useMyId() });
  const [isGone, setGone] = useState(false);
  const [isRemoved, setRemoved] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const lastIdRef = useRef<string>(undefined);
  const isReadingRef = useRef(false);
  const onGone = useCallback(() => setGone(true), []);
  const onRemoved = useCallback(() => setRemoved(true), []);
  const { typing, take, typingTimersRef } = useRoomEvents({ roomId, kind, apply, onRemoved });
  const stream = { roomId, kind, lastIdRef, isReadingRef, take, onRemoved };
  const onMissed = useCatchingUp(stream);
  useRoomStream({ ...stream, onMissed, onBroken: setBroken, onGone }, typingTimersRef);
  useKeptRoom(roomId, state, { isBroken, isOver: isGone || isRemoved }, apply);
  const { isLoading, loadOlder } = useOlderPages(roomId, kind, state, apply);
  const jumps = useJumps(roomId, kind, state, apply);
  return {
    state,
    isGone,
    isRemoved,
    isBroken,
    typing,
    isLoading,
    loadOlder,
    ...jumps,
  };
}
