import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconArrowDown } from '@tabler/icons-react';
import { dayLine } from '#lib/format.ts';
import { useMyId } from '#lib/session.ts';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { MessagesSkeleton } from '#ui/skeleton.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { Bubble, UnsentBubble } from './bubble.tsx';
import { discard, retry, type Unsent } from './outbox.ts';
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

/** The talk: stays at its end while one is there, and stays where it is while older pages come in above. */
export function MessageList({ state, unsent, isLoading, isBroken, onOlder, onEdit, onDelete, onEnd }: MessageListProps) {
  const me = useMyId();
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const before = useRef<{ first: string | undefined; height: number; top: number }>({ first: undefined, height: 0, top: 0 });
  const [isAway, setAway] = useState(false);
  const { messages } = state;
  const last = messages.at(-1);
  const isOwnNew = unsent.length > 0;

  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const known = before.current;
    const first = messages[0]?._id;
    // An older page came in above: what one was reading stays under the eyes.
    if (known.first !== undefined && first !== known.first && !atEnd.current) box.scrollTop = known.top + (box.scrollHeight - known.height);
    else if (atEnd.current) box.scrollTop = box.scrollHeight;
    before.current = { first, height: box.scrollHeight, top: box.scrollTop };
  }, [messages]);
  useLayoutEffect(() => {
    // Who writes wants to see it.
    if (isOwnNew && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [isOwnNew, unsent.length]);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    // The keyboard of a phone, the composer growing: the end stays in sight.
    const observer = new ResizeObserver(() => { if (atEnd.current) box.scrollTop = box.scrollHeight; });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  useEffect(() => onEnd(atEnd.current), [last?._id, onEnd]);

  const scrolled = () => {
    const box = scroller.current!;
    const end = box.scrollHeight - box.scrollTop - box.clientHeight < AT_END;
    before.current = { ...before.current, height: box.scrollHeight, top: box.scrollTop };
    if (end !== atEnd.current) {
      atEnd.current = end;
      setAway(!end);
      onEnd(end);
    }
    if (box.scrollTop < AHEAD) onOlder();
  };
  const toEnd = () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: 'smooth' });

  if (!state.isReady && isBroken) return <div className={styles.scroller}><ErrorState more="Пробуем ещё раз." /></div>;
  if (!state.isReady) return <div className={styles.scroller}><MessagesSkeleton /></div>;
  return (
    <div className={styles.frame}>
      <div ref={scroller} className={styles.scroller} onScroll={scrolled} tabIndex={0} role="log" aria-label="Сообщения" aria-live="polite" aria-relevant="additions">
        {messages.length === 0 && unsent.length === 0 ? <div className={styles.empty}><EmptyState art="talk" text="Здесь пока нет сообщений..." /></div> : null}
        {isLoading ? <div className={styles.older}><Spinner label="Загружаем прежние сообщения" /></div> : null}
        <ul className={styles.list}>
          {messages.map((message, at) => {
            const previous = messages[at - 1];
            const day = dayLine(message.date);
            const isNewDay = previous === undefined || dayLine(previous.date) !== day;
            const isFirst = isNewDay || previous.user !== message.user || Date.parse(message.date) - Date.parse(previous.date) > TOGETHER_MS;
            return [
              isNewDay ? <li key={`day-${day}`} className={styles.day}><span>{day}</span></li> : null,
              <Bubble key={message._id} message={message} isMine={message.user === me} isRead={isRead(state, message)} isFirst={isFirst} onEdit={() => onEdit(message)} onDelete={() => onDelete(message)} />,
            ];
          })}
          {unsent.map((item) => <UnsentBubble key={item.clientId} item={item} onRetry={() => retry(item.clientId)} onDiscard={() => discard(item.clientId)} />)}
        </ul>
      </div>
      {isAway ? <IconButton className={styles.down} variant="quiet" label="К последним сообщениям" icon={<IconArrowDown />} onClick={toEnd} /> : null}
    </div>
  );
}
