import { createContext, use, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ApiError, sentenceOf } from '#lib/call.ts';
import { showHint } from '#ui/hints.ts';
import type { QuotedMessage } from './extras-api.ts';
import type { useJumps } from './jumps.ts';
import type { Message, RoomState } from './room-state.ts';

export type RoomExtras = {
  roomId: string;
  /** Whether one may answer, react, forward into it and pin now. */
  mayWrite: boolean;
  /** Names of members are offered, and more than two people react. */
  isGroup: boolean;
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
  toNewest: () => void;
  loadNewer: () => void;
};
const Extras = createContext<RoomExtras | null>(null);
export function useRoomExtras(): RoomExtras {
  const extras = use(Extras);
  if (extras === null) throw new Error('outside of a room');
  return extras;
}

const FLASH_MS = 1_600;
type Target = { id: string; isFlashed: boolean };
function show({ id, isFlashed }: Target): boolean {
  const line = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
  if (line === null) return false;
  line.scrollIntoView({ block: isFlashed ? 'center' : 'end' });
  if (!isFlashed) return true;
  line.dataset['flash'] = '';
  setTimeout(() => delete line.dataset['flash'], FLASH_MS);
  return true;
}

type RoomExtrasProps = Pick<RoomExtras, 'roomId' | 'mayWrite' | 'isGroup' | 'pinned'> & {
  /** The other one of a private room. */
  partner?: { id: string; name: string } | undefined;
  room: { state: RoomState } & ReturnType<typeof useJumps>;
  /** The message that the address names: the room opens there. */
  start?: string | null;
  /** Own messages that are on their way belong to the end. */
  isSending: boolean;
  children: ReactNode;
};
/** What one can do in a room beside talking, for everything that is drawn in it. */
export function RoomExtrasProvider({ roomId, mayWrite, isGroup, pinned, partner, room, start = null, isSending, children }: RoomExtrasProps) {
  const [answered, answer] = useState<Message | null>(null);
  const [chosen, choose] = useState<readonly string[] | null>(null);
  const [forwarding, forward] = useState<readonly string[] | null>(null);
  const target = useRef<Target | null>(null);
  const { state, jump, toNewest: goNewest, loadNewer } = room;

  // The list has drawn what was asked for, and holds its place: now it is led to the target.
  useLayoutEffect(() => {
    if (target.current !== null && show(target.current)) target.current = null;
  }, [state.messages]);
  // What was asked for may be drawn before the answer is handed on, or after it.
  const land = useCallback((id: string | undefined, isFlashed: boolean) => {
    if (id !== undefined && !show({ id, isFlashed })) target.current = { id, isFlashed };
  }, []);
  const go = useCallback((place: Parameters<typeof jump>[0]) => {
    jump(place).then((id) => land(id, true), (error: unknown) => showHint(error instanceof ApiError && error.status === 404 ? 'Сообщение не найдено' : sentenceOf(error), { tone: 'bad' }));
  }, [jump, land]);
  const leadTo = useCallback((id: string) => { if (!show({ id, isFlashed: true })) go({ around: id }); }, [go]);
  const leadToDay = useCallback((day: Date) => go({ date: day.toISOString() }), [go]);
  const toNewest = useCallback(() => { goNewest().then((id) => land(id, false), (error: unknown) => showHint(sentenceOf(error), { tone: 'bad' })); }, [goNewest, land]);
  const isAway = isSending && state.hasNewer;
  useEffect(() => { if (isAway) toNewest(); }, [isAway, toNewest]);
  const { isReady } = state;
  useEffect(() => { if (isReady && start !== null) leadTo(start); }, [isReady, start, leadTo]);
  // What is gone can not be answered; what lies above the loaded part may still be there.
  const isGone = answered !== null && isReady && !state.hasNewer && answered.position >= (state.messages[0]?.position ?? 0) && !state.messages.some((message) => message._id === answered._id);
  if (isGone) answer(null);

  const [partnerId, partnerName] = [partner?.id, partner?.name];
  const names = useMemo(() => ({
    ...(partnerId === undefined ? {} : { [partnerId]: partnerName ?? '' }), ...Object.fromEntries(state.messages.map((message) => [message.user, `${message.name} ${message.surname}`])),
  }), [state.messages, partnerId, partnerName]);
  const extras = useMemo(() => ({ roomId, mayWrite, isGroup, pinned, names, answered, answer, chosen, choose, forwarding, forward, leadTo, leadToDay, toNewest, loadNewer }),
    [roomId, mayWrite, isGroup, pinned, names, answered, chosen, forwarding, leadTo, leadToDay, toNewest, loadNewer]);
  return <Extras value={extras}>{children}</Extras>;
}
