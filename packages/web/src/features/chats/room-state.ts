import type { Static } from 'typebox';
import type * as chats from '@respa/contract/chats';

export type Message = Static<typeof chats.Message>;
export type RoomEvent =
  | { type: 'init'; messages: Message[]; isLast: boolean; reads?: { userId: string; position: number }[] }
  | { type: 'load'; messages: Message[]; isLast: boolean }
  | { type: 'create' | 'edit'; message: Message }
  | { type: 'delete'; id: string }
  | { type: 'read'; userId: string; position: number }
  | { type: 'typing'; userId: string }
  | { type: 'presence'; userId: string; isOnline: boolean }
  | { type: 'background'; bg: string }
  | { type: 'rooms-changed' | 'removed' };
export type RoomState = {
  /** In the room's order, which is the same for everybody. */
  messages: Message[];
  /** There is nothing older. */
  isLast: boolean;
  isReady: boolean;
  /** How far each member has read. */
  reads: Record<string, number>;
};
export const EMPTY_ROOM: RoomState = { messages: [], isLast: true, isReady: false, reads: {} };

/** Puts messages into their places; one that is there already takes its newer form. */
function merge(known: Message[], given: Message[]): Message[] {
  if (given.length === 0) return known;
  const byId = new Map(known.map((message) => [message._id, message]));
  for (const message of given) byId.set(message._id, message);
  return [...byId.values()].sort((a, b) => a.position - b.position);
}

/** What a room looks like after an event: pure, so that any order of reconnects can be tested. */
export function applyEvent(state: RoomState, event: RoomEvent): RoomState {
  switch (event.type) {
    case 'init':
      return { messages: merge([], event.messages), isLast: event.isLast, isReady: true, reads: Object.fromEntries((event.reads ?? []).map(({ userId, position }) => [userId, position])) };
    case 'load':
      return { ...state, messages: merge(event.messages, state.messages), isLast: event.isLast };
    case 'create': {
      // A tab that asks for what changed cannot tell new from edited: one from above the loaded part would leave a hole below itself.
      const first = state.messages[0];
      if (!state.isLast && first !== undefined && event.message.position < first.position) return state;
      return { ...state, messages: merge(state.messages, [event.message]) };
    }
    case 'edit':
      // An edit of a message above the loaded part changes nothing that is shown.
      return state.messages.some((message) => message._id === event.message._id) ? { ...state, messages: merge(state.messages, [event.message]) } : state;
    case 'delete':
      return { ...state, messages: state.messages.filter((message) => message._id !== event.id) };
    case 'read':
      return (state.reads[event.userId] ?? 0) >= event.position ? state : { ...state, reads: { ...state.reads, [event.userId]: event.position } };
    default:
      return state;
  }
}
/** Whether anybody but the author has read a message. */
export const isRead = (state: RoomState, message: Message): boolean =>
  Object.entries(state.reads).some(([userId, position]) => userId !== message.user && position >= message.position);
