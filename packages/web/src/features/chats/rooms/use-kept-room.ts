import { useEffect, useRef, type Dispatch } from 'react';
import { findKept, keep } from '#lib/network/keep-answers.ts';
import type { RoomAction, RoomState } from './room-state.ts';

/** How many of the newest messages of a conversation can be read without a network. */
const MOST = 60;
type KeptRoom = Extract<RoomAction, { type: 'init' }>;
const nameOf = (roomId: string): string => `room.${roomId}`;

/**
 * Keeps the end of an open conversation, and shows it when the conversation opens without a
 * network. What the stream brings later replaces it. A conversation that the member can no longer
 * read (`isOver`) is not kept.
 */
export function useKeptRoom(
  roomId: string,
  state: RoomState,
  { isBroken, isOver }: { isBroken: boolean; isOver: boolean },
  apply: Dispatch<RoomAction>,
): void {
  const { messages, hasNewer, isLast, isReady, newest, unread, reads } = state;
  const isReadyRef = useRef(isReady);
  useEffect(() => {
    isReadyRef.current = isReady;
    if (isOver) return keep(nameOf(roomId));
    if (!isReady || hasNewer || isBroken) return;
    const kept: KeptRoom = {
      type: 'init',
      messages: messages.slice(-MOST),
      isLast: isLast && messages.length <= MOST,
      isNewest: true,
      newest,
      unread,
      reads: Object.entries(reads).map(([userId, position]) => ({ userId, position })),
    };
    keep(nameOf(roomId), kept);
  }, [roomId, messages, hasNewer, isLast, isReady, isBroken, isOver, newest, unread, reads]);
  useEffect(() => {
    if (!isBroken || isReadyRef.current) return;
    void findKept<KeptRoom>(nameOf(roomId)).then((kept) => {
      if (kept !== undefined && !isReadyRef.current) apply(kept);
    });
  }, [roomId, isBroken, apply]);
}
