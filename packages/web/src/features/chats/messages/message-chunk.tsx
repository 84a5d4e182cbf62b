import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { dayLine } from '#lib/format.ts';
import { SystemMessage } from './author.tsx';
import { Bubble, type MessageActions } from './bubble.tsx';
import type { Chunk } from './chunks.ts';
import { DayLine } from './day-line.tsx';
import type { Watch } from './scrolling.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';
import styles from './message-list.module.css';

const TOGETHER_MS = 5 * 60_000;

type MessageChunkProps = {
  chunk: Chunk;
  me: string;
  kind: ConversationKind;
  watch: Watch;
  actions: MessageActions;
  /** Own messages up to this position were read by another member. */
  readUpTo: number;
  /** The line about unread messages is shown above this message. */
  firstUnread: string | null;
  /** Called when a chunk that is drawn again differs from its stored height. */
  onResize: () => void;
  /** Called when a delayed chunk is drawn. */
  onDrawn: () => void;
};

export const MessageChunk = memo(function MessageChunk({
  chunk,
  me,
  kind,
  watch,
  actions,
  readUpTo,
  firstUnread,
  onResize,
  onDrawn,
}: MessageChunkProps) {
  const list = useRef<HTMLUListElement>(null);
  const shown = useRef(chunk);
  const [away, setAway] = useState<{ chunk: Chunk; height: number } | null>(null);
  const [isLate, setLate] = useState(chunk.isLate);
  const wasLate = useRef(isLate);
  const left = useRef(0);
  const height = away?.chunk === chunk ? away.height : 0;
  useEffect(() => {
    shown.current = chunk;
  });
  useEffect(
    () =>
      watch(list.current!, (isNear) => {
        if (isNear) setLate(false);
        const measured = list.current!.getBoundingClientRect().height;
        // A height of zero means that the whole conversation is hidden and nothing was measured.
        setAway(isNear || measured === 0 ? null : { chunk: shown.current, height: measured });
      }),
    [watch],
  );
  useLayoutEffect(() => {
    if (
      height === 0 &&
      left.current !== 0 &&
      Math.abs(list.current!.getBoundingClientRect().height - left.current) > 0.5
    )
      onResize();
    left.current = height;
  }, [height, onResize]);
  useLayoutEffect(() => {
    if (wasLate.current && !isLate) onDrawn();
    wasLate.current = isLate;
  }, [isLate, onDrawn]);
  return (
    <ul
      ref={list}
      className={styles.chunk}
      data-chunk={chunk.key}
      data-late={isLate || undefined}
      style={{ height: height === 0 ? undefined : height }}
      aria-hidden={height === 0 ? undefined : true}
    >
      {height === 0 && !isLate
        ? chunk.messages.flatMap((message, at) => {
            const previous = chunk.messages[at - 1] ?? chunk.previous;
            const day = dayLine(message.date);
            const isNewDay = previous === undefined || dayLine(previous.date) !== day;
            const isFirst =
              isNewDay ||
              message._id === firstUnread ||
              previous.system !== null ||
              previous.user !== message.user ||
              Date.parse(message.date) - Date.parse(previous.date) > TOGETHER_MS;
            return [
              isNewDay ? (
                <li key={`day-${day}`} className={styles.day}>
                  <DayLine date={message.date} />
                </li>
              ) : null,
              message._id === firstUnread ? (
                <li key="unread" className={styles.unread} data-unread>
                  <span>Новые сообщения</span>
                </li>
              ) : null,
              message.system !== null ? (
                <SystemMessage key={message._id} message={message} />
              ) : (
                <Bubble
                  key={message._id}
                  message={message}
                  isMine={message.user === me}
                  isSigned={kind.isGroup && message.user !== me}
                  isRead={message.position <= readUpTo}
                  isFirst={isFirst}
                  actions={actions}
                />
              ),
            ];
          })
        : null}
    </ul>
  );
});
