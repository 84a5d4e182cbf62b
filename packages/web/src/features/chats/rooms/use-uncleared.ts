import { useMemo } from 'react';
import type { Message, RoomState } from './room-state.ts';
import type { Room } from './use-room.ts';

/** Empties the quote of a message that the member has cleared. */
const withoutQuote = (message: Message, cleared: number): Message =>
  message.replyTo === null || message.replyTo.isDeleted || message.replyTo.position > cleared
    ? message
    : { ...message, replyTo: { ...message.replyTo, isDeleted: true, message: '', name: '' } };

/**
 * Returns a room without the messages up to a position, which the member has cleared. The server
 * leaves them out too; this device may have loaded them before, and live events quote them.
 */
export function useUncleared(room: Room, cleared: number): Room {
  const state = useMemo(() => withoutCleared(room.state, cleared), [room.state, cleared]);
  return state === room.state ? room : { ...room, state };
}
function withoutCleared(state: RoomState, cleared: number): RoomState {
  if (cleared === 0) return state;
  const kept = state.messages.filter(({ position }) => position > cleared);
  const messages = kept.map((message) => withoutQuote(message, cleared));
  const isSame = messages.every((message, index) => message === state.messages[index]);
  const isWhole = messages.length === state.messages.length;
  return isSame && isWhole ? state : { ...state, messages, isLast: state.isLast || !isWhole };
}
