import type { Static } from 'typebox';
import type * as chatMessages from '@respa/contract/chat-messages';
import type { RoomEvent } from '@respa/contract/live-events';
import { QUOTE } from '@respa/contract/limits';
import { fit } from '@respa/contract/characters';
import { chunkOf } from '../messages/chunks.ts';
import { countUnread } from './unread-count.ts';

export type Message = Static<typeof chatMessages.Message>;
/** A change of a room's state: an event of its stream, or an action of this page. */
export type RoomAction =
  | RoomEvent
  /** A page before or after the part that is shown; ignored when another part is shown by now. */
  | { type: 'older'; part: number; messages: Message[]; isLast: boolean }
  | { type: 'newer'; part: number; messages: Message[]; isNewest?: boolean | undefined }
  /** Replaces the shown part with another part of the history. */
  | { type: 'jump'; messages: Message[]; isLast: boolean; isNewest?: boolean | undefined }
  /** The user stopped at a message: a long conversation keeps only the messages around it. */
  | { type: 'calm'; at: string };
export type RoomState = {
  /** In the room's order, which is the same for everyone. */
  messages: Message[];
  /** There are no older messages. */
  isLast: boolean;
  /** The shown part ends before the newest message. */
  hasNewer: boolean;
  isReady: boolean;
  /**
   * The number of the shown part of the history. Another part has another number, because its ends
   * differ.
   */
  part: number;
  /** The position up to which each member has read. */
  reads: Record<string, number>;
  /** The user's id. */
  me: string;
  /** How many messages the user has not read; at most 1,000 in a group. */
  unread: number;
  /** The position of the room's last message. */
  newest: number;
  /**
   * The latest changes of messages that are not shown, deletions as null. A page that was read
   * before them may still be loading.
   */
  pendingChanges: ReadonlyMap<string, Message | null>;
};
export const EMPTY_ROOM: RoomState = {
  messages: [],
  isLast: true,
  hasNewer: false,
  isReady: false,
  part: 0,
  reads: {},
  me: '',
  unread: 0,
  newest: 0,
  pendingChanges: new Map(),
};
/** More changes than this cannot arrive while one page loads. */
const MAX_PENDING = 200;
/**
 * Above `MOST` messages, only `KEPT` around the user are kept, about eighty screens. The rest loads
 * again with its pages, so the thousandth page costs as much as the first.
 */
const [KEPT, MOST] = [1_000, 1_200];

/** Merges messages by position; a known message is replaced by its newer version. */
function merge(known: Message[], input: Message[]): Message[] {
  if (input.length === 0) return known;
  const sorted = input.toSorted(byPosition);
  // A page entirely before or after the known messages costs time in proportion to its own length,
  // not to the conversation's.
  if (known.length === 0 || sorted[0]!.position > known.at(-1)!.position)
    return [...known, ...sorted];
  if (sorted.at(-1)!.position < known[0]!.position) return [...sorted, ...known];
  const byId = new Map(known.map((message) => [message._id, message]));
  for (const message of input) byId.set(message._id, message);
  return [...byId.values()].sort(byPosition);
}
const byPosition = (a: Message, b: Message): number => a.position - b.position;

/** Updates the quotes of a message to its current text. A line stands in place of a deleted one. */
const refreshQuotes = (messages: Message[], { _id, message: text, system }: Message): Message[] =>
  system !== null
    ? dropQuotes(messages, _id)
    : messages.map((message) =>
        message.replyTo?._id === _id && message.replyTo.message !== text
          ? { ...message, replyTo: { ...message.replyTo, message: fit(text, QUOTE) } }
          : message,
      );
const dropQuotes = (messages: Message[], id: string): Message[] =>
  messages.map((message) =>
    message.replyTo?._id === id
      ? {
          ...message,
          replyTo: {
            ...message.replyTo,
            name: '',
            surname: '',
            message: '',
            kind: null,
            isDeleted: true,
          },
        }
      : message,
  );

/** Keeps only the latest change of a message. */
function addPending(
  { pendingChanges }: RoomState,
  id: string,
  message: Message | null,
): RoomState['pendingChanges'] {
  const next = new Map(pendingChanges);
  next.delete(id);
  next.set(id, message);
  return next.size > MAX_PENDING ? new Map([...next].slice(-MAX_PENDING)) : next;
}
/**
 * Brings a page up to date: shown messages and set-aside changes come from the stream and are not
 * older than the page.
 */
function renew({ messages, pendingChanges }: RoomState, page: Message[]): Message[] {
  const shown = new Map(messages.map((message) => [message._id, message]));
  return page.flatMap((message) =>
    pendingChanges.get(message._id) === null
      ? []
      : (pendingChanges.get(message._id) ?? shown.get(message._id) ?? message),
  );
}
/** Returns the messages that arrived while the last page was loading. They follow it. */
const arrivedSince = ({ pendingChanges }: RoomState, page: Message[]): Message[] =>
  [...pendingChanges.values()]
    .filter((message) => message !== null)
    .filter(({ position }) => position > (page.at(-1)?.position ?? Infinity));
/**
 * Drops the set-aside changes of the messages that are now shown, because those are changed in
 * place.
 */
function show(
  state: RoomState,
  messages: Message[],
  ends: Partial<Pick<RoomState, 'isLast' | 'hasNewer' | 'part'>>,
): RoomState {
  const shown = new Set(messages.map(({ _id }) => _id));
  return {
    ...state,
    ...ends,
    messages,
    pendingChanges: new Map([...state.pendingChanges].filter(([id]) => !shown.has(id))),
  };
}

/**
 * Returns the first index from `index` on that cuts no chunk in two, so that the kept chunks are
 * not redrawn.
 */
function edgeAfter(messages: readonly Message[], index: number): number {
  let at = index;
  while (at > 0 && at < messages.length && chunkOf(messages[at]!) === chunkOf(messages[at - 1]!))
    at += 1;
  return at;
}

function openRoom(state: RoomState, event: Extract<RoomAction, { type: 'init' }>): RoomState {
  // The page includes the changes since the last received event; deleted messages stay deleted.
  return {
    ...state,
    messages: merge([], event.messages),
    isLast: event.isLast,
    hasNewer: !event.isNewest,
    isReady: true,
    part: state.part + 1,
    reads: Object.fromEntries(event.reads.map(({ userId, position }) => [userId, position])),
    pendingChanges: new Map([...state.pendingChanges].filter(([, message]) => message === null)),
  };
}
/** In a long conversation, keeps only the messages around one. */
function keepAround(state: RoomState, id: string): RoomState {
  const { messages } = state;
  const at = messages.findIndex(({ _id }) => _id === id);
  if (messages.length <= MOST || at === -1) return state;
  const from = edgeAfter(messages, Math.min(Math.max(0, at - KEPT / 2), messages.length - KEPT));
  const to = edgeAfter(messages, from + KEPT);
  return {
    ...state,
    part: state.part + 1,
    messages: messages.slice(from, to),
    isLast: state.isLast && from === 0,
    hasNewer: state.hasNewer || to < messages.length,
  };
}
function addMessage(state: RoomState, message: Message): RoomState {
  // A tab that fetches changes cannot distinguish new messages from edited ones. One from above
  // the loaded part would leave a hole below it.
  const first = state.messages[0];
  if (!state.isLast && first !== undefined && message.position < first.position)
    return { ...state, pendingChanges: addPending(state, message._id, message) };
  // The same applies below: the message arrives with the pages that lead to it.
  const last = state.messages.at(-1);
  if (state.hasNewer && last !== undefined && message.position > last.position)
    return { ...state, pendingChanges: addPending(state, message._id, message) };
  return {
    ...state,
    messages: merge(refreshQuotes(state.messages, message), [message]),
  };
}

/**
 * Returns the state of a room after an event. Pure, so that any order of reconnects can be tested.
 */
export function applyEvent(state: RoomState, event: RoomAction): RoomState {
  const next = change(state, event);
  return next === state && event.type !== 'create'
    ? state
    : { ...next, ...countUnread(state, next, event) };
}
function change(state: RoomState, event: RoomAction): RoomState {
  switch (event.type) {
    case 'init':
      return openRoom(state, event);
    case 'older':
      if (event.part !== state.part) return state;
      return show(state, merge(renew(state, event.messages), state.messages), {
        isLast: event.isLast,
      });
    case 'jump':
      return show(
        state,
        merge(
          renew(state, event.messages),
          event.isNewest === true ? arrivedSince(state, event.messages) : [],
        ),
        { isLast: event.isLast, hasNewer: event.isNewest !== true, part: state.part + 1 },
      );
    case 'newer': {
      if (event.part !== state.part) return state;
      const messages = merge(state.messages, renew(state, event.messages));
      return show(
        state,
        merge(messages, event.isNewest === true ? arrivedSince(state, messages) : []),
        {
          hasNewer: event.isNewest !== true,
        },
      );
    }
    case 'calm':
      return keepAround(state, event.at);
    case 'create':
      return addMessage(state, event.message);
    case 'edit':
      // An edit of a message above the loaded part changes nothing that is shown.
      if (!state.messages.some((message) => message._id === event.message._id))
        return { ...state, pendingChanges: addPending(state, event.message._id, event.message) };
      return {
        ...state,
        messages: merge(refreshQuotes(state.messages, event.message), [event.message]),
      };
    case 'delete':
      return {
        ...state,
        messages: dropQuotes(
          state.messages.filter((message) => message._id !== event.id),
          event.id,
        ),
        pendingChanges: addPending(state, event.id, null),
      };
    case 'read':
      return (state.reads[event.userId] ?? 0) >= event.position
        ? state
        : { ...state, reads: { ...state.reads, [event.userId]: event.position } };
    default:
      return state;
  }
}
/**
 * Returns the position up to which another member has read: own messages up to there are marked as
 * read.
 */
export const readUpTo = (state: RoomState, me: string): number =>
  Math.max(
    0,
    ...Object.entries(state.reads).map(([userId, position]) => (userId === me ? 0 : position)),
  );
