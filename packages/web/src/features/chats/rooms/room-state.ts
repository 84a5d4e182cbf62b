import type { Static } from 'typebox';
import type * as chats from '@respa/contract/chats';
import type { RoomEvent } from '@respa/contract/live-events';
import { QUOTE } from '@respa/contract/limits';
import { fit } from '@respa/contract/characters';
import { chunkOf } from '../messages/chunks.ts';

export type Message = Static<typeof chats.Message>;
/** What changes the state of a room: an event of its stream, or an action of this page. */
export type RoomAction =
  | RoomEvent
  /** A page before or after the part that is shown; ignored when another part is shown by now. */
  | { type: 'older'; part: number; messages: Message[]; isLast: boolean }
  | { type: 'newer'; part: number; messages: Message[]; isNewest?: boolean | undefined }
  /** Another part of the history instead of the one that is shown. */
  | { type: 'jump'; messages: Message[]; isLast: boolean; isNewest?: boolean | undefined }
  /** The reader stopped at a message: a long conversation keeps only the messages around it. */
  | { type: 'calm'; at: string };
export type RoomState = {
  /** In the room's order, which is the same for everybody. */
  messages: Message[];
  /** There is nothing older. */
  isLast: boolean;
  /** What is shown ends before the newest message. */
  hasNewer: boolean;
  isReady: boolean;
  /** Another number for another part of the history: its ends are not those that were there before. */
  part: number;
  /** How far each member has read. */
  reads: Record<string, number>;
  /** The latest changes of what is not shown, deletions as null: a page that was read before them may still be on its way. */
  aside: ReadonlyMap<string, Message | null>;
};
export const EMPTY_ROOM: RoomState = {
  messages: [],
  isLast: true,
  hasNewer: false,
  isReady: false,
  part: 0,
  reads: {},
  aside: new Map(),
};
/** So many changes can not come while one page is on its way. */
const ASIDE = 200;
/** So many messages are kept of more than the most, some eighty screens around the reader: the rest comes again with its pages, and the thousandth page costs what the first one did. */
const [KEPT, MOST] = [1_000, 1_200];

/** Puts messages into their places; one that is there already takes its newer form. */
function merge(known: Message[], input: Message[]): Message[] {
  if (input.length === 0) return known;
  const sorted = input.toSorted(byPosition);
  // What comes before or after everything that is there is as long a way as it has messages, not as the talk has.
  if (known.length === 0 || sorted[0]!.position > known.at(-1)!.position)
    return [...known, ...sorted];
  if (sorted.at(-1)!.position < known[0]!.position) return [...sorted, ...known];
  const byId = new Map(known.map((message) => [message._id, message]));
  for (const message of input) byId.set(message._id, message);
  return [...byId.values()].sort(byPosition);
}
const byPosition = (a: Message, b: Message): number => a.position - b.position;

/** Answers show what they answer as it is now. */
const refreshQuotes = (messages: Message[], { _id, message: text }: Message): Message[] =>
  messages.map((message) =>
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

/** Of the same message the later change is kept. */
function setAside({ aside }: RoomState, id: string, message: Message | null): RoomState['aside'] {
  const next = new Map(aside);
  next.delete(id);
  next.set(id, message);
  return next.size > ASIDE ? new Map([...next].slice(-ASIDE)) : next;
}
/** A page as it is by now: what is shown, and what was set aside, has come from the stream and is not older than the page. */
function renew({ messages, aside }: RoomState, page: Message[]): Message[] {
  const shown = new Map(messages.map((message) => [message._id, message]));
  return page.flatMap((message) =>
    aside.get(message._id) === null
      ? []
      : (aside.get(message._id) ?? shown.get(message._id) ?? message),
  );
}
/** Messages that came while the last page was on its way: they stand below it. */
const newest = ({ aside }: RoomState, page: Message[]): Message[] =>
  [...aside.values()]
    .filter((message) => message !== null)
    .filter(({ position }) => position > (page.at(-1)?.position ?? Infinity));
/** From now on what is shown is changed in its place. */
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
    aside: new Map([...state.aside].filter(([id]) => !shown.has(id))),
  };
}

/** The first place from a given one on at which no chunk is cut in two: what stays is drawn as it was. */
function edgeAfter(messages: readonly Message[], index: number): number {
  let at = index;
  while (at > 0 && at < messages.length && chunkOf(messages[at]!) === chunkOf(messages[at - 1]!))
    at += 1;
  return at;
}

/** What a room looks like after an event: pure, so that any order of reconnects can be tested. */
export function applyEvent(state: RoomState, event: RoomAction): RoomState {
  switch (event.type) {
    case 'init':
      // Changes since the last one that was heard are in it; what is deleted stays so.
      return {
        messages: merge([], event.messages),
        isLast: event.isLast,
        hasNewer: false,
        isReady: true,
        part: state.part + 1,
        reads: Object.fromEntries(event.reads.map(({ userId, position }) => [userId, position])),
        aside: new Map([...state.aside].filter(([, message]) => message === null)),
      };
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
          event.isNewest === true ? newest(state, event.messages) : [],
        ),
        { isLast: event.isLast, hasNewer: event.isNewest !== true, part: state.part + 1 },
      );
    case 'newer': {
      if (event.part !== state.part) return state;
      const messages = merge(state.messages, renew(state, event.messages));
      return show(state, merge(messages, event.isNewest === true ? newest(state, messages) : []), {
        hasNewer: event.isNewest !== true,
      });
    }
    case 'calm': {
      const { messages } = state;
      const at = messages.findIndex(({ _id }) => _id === event.at);
      if (messages.length <= MOST || at === -1) return state;
      const from = edgeAfter(
        messages,
        Math.min(Math.max(0, at - KEPT / 2), messages.length - KEPT),
      );
      const to = edgeAfter(messages, from + KEPT);
      return {
        ...state,
        part: state.part + 1,
        messages: messages.slice(from, to),
        isLast: state.isLast && from === 0,
        hasNewer: state.hasNewer || to < messages.length,
      };
    }
    case 'create': {
      // A tab that asks for what changed cannot tell new from edited: one from above the loaded part would leave a hole below itself.
      const first = state.messages[0];
      if (!state.isLast && first !== undefined && event.message.position < first.position)
        return { ...state, aside: setAside(state, event.message._id, event.message) };
      // Nor below: it comes with the pages that lead to it.
      const last = state.messages.at(-1);
      if (state.hasNewer && last !== undefined && event.message.position > last.position)
        return { ...state, aside: setAside(state, event.message._id, event.message) };
      return {
        ...state,
        messages: merge(refreshQuotes(state.messages, event.message), [event.message]),
      };
    }
    case 'edit':
      // An edit of a message above the loaded part changes nothing that is shown.
      if (!state.messages.some((message) => message._id === event.message._id))
        return { ...state, aside: setAside(state, event.message._id, event.message) };
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
        aside: setAside(state, event.id, null),
      };
    case 'read':
      return (state.reads[event.userId] ?? 0) >= event.position
        ? state
        : { ...state, reads: { ...state.reads, [event.userId]: event.position } };
    default:
      return state;
  }
}
/** How far somebody else than this member has read: up to there own messages were read. */
export const readUpTo = (state: RoomState, me: string): number =>
  Math.max(
    0,
    ...Object.entries(state.reads).map(([userId, position]) => (userId === me ? 0 : position)),
  );
