import {
  createContext,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import type { QuotedMessage } from '../messages/extras-api.ts';
import type { useJumps } from '../messages/jumps.ts';
import { chunkOf } from '../messages/chunks.ts';
import type { Message, RoomState } from './room-state.ts';
import type { ConversationKind } from './conversation-kind.ts';

export type RoomExtras = {
  roomId: string;
  /** Whether one may answer, react, forward into it and pin now. */
  mayWrite: boolean;
  /** Names of members are offered, and more than two people react. */
  kind: ConversationKind;
  pinned: QuotedMessage | null;
  /** Of who has written here, and of the other one of two. */
  names: Readonly<Record<string, string>>;
  answered: Message | null;
  answer: (message: Message | null) => void;
  /** Messages that are chosen to be forwarded; null while nothing is being chosen. */
  chosen: readonly string[] | null;
  choose: (ids: readonly string[] | null) => void;
  forwarding: readonly string[] | null;
  forward: (ids: readonly string[] | null) => void;
  /** Leads to a message, wherever in the history it is. */
  leadTo: (id: string) => void;
  leadToDay: (day: Date) => void;
  /** The day from which a calendar is open; null for today's, undefined while it is closed. */
  calendar: Date | null | undefined;
  setCalendar: (day: Date | null | undefined) => void;
  toNewest: () => void;
  loadNewer: () => void;
  /** What is far from a message where the reader has stopped need not be kept. */
  stopAt: (id: string) => void;
};
const Extras = createContext<RoomExtras | null>(null);
export function useRoomExtras(): RoomExtras {
  const extras = use(Extras);
  if (extras === null) throw new Error('outside of a room');
  return extras;
}

const FLASH_MS = 1_600;
const FRAMES = 60;
/** Leads to a message of the loaded part; what is far from the view has first to be drawn. */
function show(id: string, messages: readonly Message[], left = FRAMES): boolean {
  const message = messages.find((one) => one._id === id);
  if (message === undefined) return false;
  const line = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
  if (line === null) {
    document
      .querySelector(`[data-chunk="${chunkOf(message)}"]`)
      ?.scrollIntoView({ block: 'center' });
    if (left > 0) requestAnimationFrame(() => show(id, messages, left - 1));
    return true;
  }
  line.scrollIntoView({ block: 'center' });
  line.dataset['flash'] = '';
  setTimeout(() => delete line.dataset['flash'], FLASH_MS);
  return true;
}

type Names = Readonly<Record<string, string>>;
/** Of who has written, as they were called last, and of those whom `known` lists; the same object while nothing in it is new. */
function useNames(messages: readonly Message[], known: string): Names {
  const [kept, keep] = useState<{ messages: readonly Message[]; known: string; names: Names }>({
    messages: [],
    known: '',
    names: {},
  });
  if (kept.messages === messages && kept.known === known) return kept.names;
  const found: Record<string, string> = {};
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const { user, name, surname } = messages[at]!;
    found[user] ??= `${name} ${surname}`;
  }
  for (const line of known.split('\n')) found[line.slice(0, 36)] ??= line.slice(37);
  const ids = Object.keys(found);
  const names =
    ids.length === Object.keys(kept.names).length && ids.every((id) => kept.names[id] === found[id])
      ? kept.names
      : found;
  keep({ messages, known, names });
  return names;
}

type RoomExtrasProps = Pick<RoomExtras, 'roomId' | 'mayWrite' | 'kind' | 'pinned'> & {
  /** Members whose names are known though they may not have written. */
  people: readonly { id: string; name: string }[] | undefined;
  room: { state: RoomState } & ReturnType<typeof useJumps>;
  /** The message that the address names: the room opens there. */
  start?: string | null;
  /** Own messages that are on their way belong to the end. */
  isSending: boolean;
  children: ReactNode;
};
/** What one can do in a room beside talking, for everything that is drawn in it. */
export function RoomExtrasProvider({
  roomId,
  mayWrite,
  kind,
  pinned,
  people,
  room,
  start = null,
  isSending,
  children,
}: RoomExtrasProps) {
  const [answered, answer] = useState<Message | null>(null);
  const [chosen, choose] = useState<readonly string[] | null>(null);
  const [forwarding, forward] = useState<readonly string[] | null>(null);
  const [calendar, setCalendar] = useState<Date | null>();
  const target = useRef<string | null>(null);
  const drawn = useRef<readonly Message[]>([]);
  const { state, jump, toNewest: goNewest, loadNewer, stopAt } = room;

  // The list has drawn what was asked for, and holds its place: now it is led to the target.
  useLayoutEffect(() => {
    drawn.current = state.messages;
    if (target.current !== null && show(target.current, state.messages)) target.current = null;
  }, [state.messages]);
  const go = useCallback(
    (place: Parameters<typeof jump>[0]) => {
      jump(place).then(
        (id) => {
          // Already drawn where the answer brought nothing new.
          if (id !== undefined && !show(id, drawn.current)) target.current = id;
        },
        (error: unknown) =>
          showToast(
            error instanceof ApiError && error.status === 404
              ? 'Сообщение не найдено'
              : sentenceOf(error),
            { tone: 'bad' },
          ),
      );
    },
    [jump],
  );
  const leadTo = useCallback(
    (id: string) => {
      if (!show(id, drawn.current)) go({ around: id });
    },
    [go],
  );
  const leadToDay = useCallback((day: Date) => go({ date: day.toISOString() }), [go]);
  const toNewest = useCallback(() => {
    goNewest().catch((error: unknown) => showToast(sentenceOf(error), { tone: 'bad' }));
  }, [goNewest]);
  const isAway = isSending && state.hasNewer;
  useEffect(() => {
    if (isAway) toNewest();
  }, [isAway, toNewest]);
  const { isReady } = state;
  useEffect(() => {
    if (isReady && start !== null) leadTo(start);
  }, [isReady, start, leadTo]);
  // What is gone can not be answered; what lies above the loaded part may still be there.
  const isGone =
    answered !== null &&
    isReady &&
    !state.hasNewer &&
    answered.position >= (state.messages[0]?.position ?? 0) &&
    !state.messages.some((message) => message._id === answered._id);
  if (isGone) answer(null);

  const known = people?.map(({ id, name }) => `${id} ${name}`).join('\n') ?? '';
  const names = useNames(state.messages, known);
  const extras = useMemo(
    () => ({
      roomId,
      mayWrite,
      kind,
      pinned,
      names,
      answered,
      answer,
      chosen,
      choose,
      forwarding,
      forward,
      leadTo,
      leadToDay,
      calendar,
      setCalendar,
      toNewest,
      loadNewer,
      stopAt,
    }),
    [
      roomId,
      mayWrite,
      kind,
      pinned,
      names,
      answered,
      chosen,
      forwarding,
      leadTo,
      leadToDay,
      calendar,
      toNewest,
      loadNewer,
      stopAt,
    ],
  );
  return <Extras value={extras}>{children}</Extras>;
}
