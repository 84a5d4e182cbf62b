import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconArrowDown } from '@tabler/icons-react';
import { dayLine } from '#lib/format.ts';
import { useMyId } from '#lib/session.ts';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { MessagesSkeleton } from '#ui/skeleton.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { Bubble, UnsentBubble } from './bubble.tsx';
import { DayLine } from './day-line.tsx';
import { discard, retry, type Unsent } from './outbox.ts';
import { useRoomExtras } from './room-extras.tsx';
import { isRead, type Message, type RoomState } from './room-state.ts';
import styles from './message-list.module.css';

// So close to the end counts as at the end; so close to the beginning the next page is asked for.
const AT_END = 80;
const AHEAD = 600;
const TOGETHER_MS = 5 * 60_000;

type MessageListProps = {
  state: RoomState; unsent: readonly Unsent[]; isLoading: boolean; isBroken: boolean; onOlder: () => void; onEdit: (message: Message) => void; onDelete: (message: Message) => void;
  /** Whether the newest message is in sight. */
  onEnd: (isAtEnd: boolean) => void;
};

type Anchor = { line: HTMLElement; place: number };
const placeIn = (box: HTMLElement, line: HTMLElement): number => line.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
/** The first message that is in view, and its place in the talk. */
function findAnchor(box: HTMLElement): Anchor | null {
  const lines = box.querySelectorAll<HTMLElement>('[data-message]');
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (placeIn(box, lines[middle]!) < box.scrollTop) from = middle + 1;
    else to = middle;
  }
  const line = lines[from];
  return line === undefined ? null : { line, place: placeIn(box, line) };
}

/** The talk: stays at its end while one is there, and stays where it is while older pages come in above. */
export function MessageList({ state, unsent, isLoading, isBroken, onOlder, onEdit, onDelete, onEnd }: MessageListProps) {
  const me = useMyId();
  const { toNewest, loadNewer } = useRoomExtras();
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const anchor = useRef<Anchor | null>(null);
  const known = useRef<{ first: string | undefined; newest: string | undefined; hasNewer: boolean }>({ first: undefined, newest: undefined, hasNewer: false });
  const [isAway, setAway] = useState(false);
  const { messages, hasNewer } = state;
  const last = messages.at(-1);
  const isOwnNew = unsent.length > 0;
  const failures = unsent.filter((item) => item.error !== '').length;

  /** At the end, the end stays in sight; elsewhere, and while history comes in, what one is reading stays under the eyes. */
  const hold = useCallback((isHistory: boolean) => {
    const box = scroller.current;
    if (box === null) return;
    if (atEnd.current && !isHistory) box.scrollTop = box.scrollHeight;
    else if (anchor.current?.line.isConnected) box.scrollTop += placeIn(box, anchor.current.line) - anchor.current.place;
    anchor.current = findAnchor(box);
  }, []);
  useLayoutEffect(() => {
    const [first, newest] = [messages[0]?._id, messages.at(-1)?._id];
    // The end of a part of the history is not the end: what follows comes in below it.
    hold(known.current.hasNewer || (known.current.first !== undefined && known.current.first !== first && known.current.newest === newest));
    known.current = { first, newest, hasNewer };
  }, [messages, hasNewer, hold]);
  useLayoutEffect(() => {
    // Who writes wants to see it.
    if (isOwnNew && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [isOwnNew, unsent.length]);
  // The reason why a message is not sent makes its bubble taller.
  useLayoutEffect(() => hold(false), [failures, hold]);
  const askOlder = useRef(onOlder);
  useEffect(() => { askOlder.current = onOlder; });
  const older = useCallback(() => {
    if (scroller.current !== null && scroller.current.scrollTop < AHEAD) askOlder.current();
  }, []);
  // A page that does not fill the screen cannot be scrolled: the next one comes by itself.
  useEffect(() => { if (!isLoading) older(); }, [messages, isLoading, older]);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    // The keyboard of a phone, the composer growing, lines that break anew.
    const observer = new ResizeObserver(() => {
      hold(false);
      older();
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [state.isReady, hold, older]);
  useEffect(() => onEnd(atEnd.current && !hasNewer), [last?._id, hasNewer, onEnd]);

  const scrolled = () => {
    const box = scroller.current!;
    const end = box.scrollHeight - box.scrollTop - box.clientHeight < AT_END;
    if (end !== atEnd.current) {
      atEnd.current = end;
      setAway(!end);
      onEnd(end && !hasNewer);
    }
    if (box.scrollHeight - box.scrollTop - box.clientHeight < AHEAD) loadNewer();
    anchor.current = findAnchor(box);
    older();
  };
  const toEnd = () => (hasNewer ? toNewest() : scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: 'smooth' }));

  if (!state.isReady && isBroken) return <div className={styles.scroller}><ErrorState more="Пробуем ещё раз." /></div>;
  if (!state.isReady) return <div className={styles.scroller}><MessagesSkeleton /></div>;
  return (
    <div className={styles.frame}>
      <div ref={scroller} className={styles.scroller} onScroll={scrolled} tabIndex={0} role="log" aria-label="Сообщения" aria-live="polite" aria-relevant="additions">
        {messages.length === 0 && unsent.length === 0 ? <div className={styles.empty}><EmptyState art="talk" text="Здесь пока нет сообщений..." /></div> : null}
        {isLoading ? <div className={styles.older}><Spinner label="Загружаем прежние сообщения" /></div> : null}
        <ul className={styles.list}>
          {/* One flat list: inside of nested ones a key would move with its place, and a page above would make every line anew. */}
          {messages.flatMap((message, at) => {
            const previous = messages[at - 1];
            const day = dayLine(message.date);
            const isNewDay = previous === undefined || dayLine(previous.date) !== day;
            const isFirst = isNewDay || previous.user !== message.user || Date.parse(message.date) - Date.parse(previous.date) > TOGETHER_MS;
            return [
              isNewDay ? <li key={`day-${day}`} className={styles.day}><DayLine date={message.date} /></li> : null,
              <Bubble key={message._id} message={message} isMine={message.user === me} isRead={isRead(state, message)} isFirst={isFirst} onEdit={() => onEdit(message)} onDelete={() => onDelete(message)} />,
            ];
          })}
          {unsent.map((item) => <UnsentBubble key={item.clientId} item={item} onRetry={() => retry(item.clientId)} onDiscard={() => discard(item.clientId)} />)}
        </ul>
      </div>
      {isAway || hasNewer ? <IconButton className={styles.down} variant="quiet" label="К последним сообщениям" icon={<IconArrowDown />} onClick={toEnd} /> : null}
    </div>
  );
}
