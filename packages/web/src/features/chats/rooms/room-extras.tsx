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
  /** Whether the member may reply, react, forward into the room and pin now. */
  mayWrite: boolean;
  /** In a group chat, mentions are offered and more than two members react. */
  kind: ConversationKind;
  pinned: QuotedMessage | null;
  /**
   * Names of the members who have written here and, in a private conversation, of the other person.
   */
  names: Readonly<Record<string, string>>;
  replyTarget: Message | null;
  answer: (message: Message | null) => void;
  /** Messages selected to be forwarded; null while nothing is being selected. */
  chosen: readonly string[] | null;
  choose: (ids: readonly string[] | null) => void;
  forwarding: readonly string[] | null;
  forward: (ids: readonly string[] | null) => void;
  /** Jumps to a message, wherever in the history it is. */
  jumpTo: (id: string) => void;
  leadToDay: (day: Date) => void;
  /** The day at which the calendar opens; null for today, undefined while it is closed. */
  calendar: Date | null | undefined;
  setCalendar: (day: Date | null | undefined) => void;
  toNewest: () => void;
  loadNewer: () => void;
  /**
   * Reports that the user stopped scrolling at a message, so that messages far from it can be
   * dropped.
   */
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
/** Scrolls to a message of the loaded part. A chunk far from the view must be drawn first. */
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
/**
 * Returns the latest names of the authors and of the members in `known`. The object keeps its
 * identity while nothing changes.
 */
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
  /** Members whose names are known although they may not have written. */
  people: readonly { id: string; name: string }[] | undefined;
  room: { state: RoomState } & ReturnType<typeof useJumps>;
  /** The message named in the address: the room opens there. */
  start?: string | null;
  /** While own messages are unsent, the end is shown, because they belong there. */
  isSending: boolean;
  children: ReactNode;
};
/** Provides everything a room offers besides writing to all components in it. */
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
  const [replyTarget, answer] = useState<Message | null>(null);
  const [chosen, choose] = useState<readonly string[] | null>(null);
  const [forwarding, forward] = useState<readonly string[] | null>(null);
  const [calendar, setCalendar] = useState<Date | null>();
  const target = useRef<string | null>(null);
  const drawn = useRef<readonly Message[]>([]);
  const { state, jump, toNewest: goNewest, loadNewer, stopAt } = room;

  // The list has drawn the loaded page and kept its position. Now it scrolls to the target.
  useLayoutEffect(() => {
    drawn.current = state.messages;
    if (target.current !== null && show(target.current, state.messages)) target.current = null;
  }, [state.messages]);
  const go = useCallback(
    (place: Parameters<typeof jump>[0]) => {
      jump(place).then(
        (id) => {
          // The page may bring nothing new; then the target is drawn already.
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
  const jumpTo = useCallback(
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
    if (isReady && start !== null) jumpTo(start);
  }, [isReady, start, jumpTo]);
  // A deleted message cannot be replied to. A message above the loaded part may still exist.
  const isGone =
    replyTarget !== null &&
    isReady &&
    !state.hasNewer &&
    replyTarget.position >= (state.messages[0]?.position ?? 0) &&
    !state.messages.some((message) => message._id === replyTarget._id);
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
      replyTarget,
      answer,
      chosen,
      choose,
      forwarding,
      forward,
      jumpTo,
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
      replyTarget,
      chosen,
      forwarding,
      jumpTo,
      leadToDay,
      calendar,
      toNewest,
      loadNewer,
      stopAt,
    ],
  );
  return <Extras value={extras}>{children}</Extras>;
}
