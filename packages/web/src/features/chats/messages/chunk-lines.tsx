import { localDay } from '#lib/text/calendar-day.ts';
import { DayLine } from './day-line.tsx';
import { SystemMessage } from './bubble/author.tsx';
import { Bubble, type MessageActions } from './bubble/bubble.tsx';
import type { Chunk } from './chunks.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';
import styles from './message-list.module.css';

const TOGETHER_MS = 5 * 60_000;

type ChunkLinesProps = {
  chunk: Chunk;
  me: string;
  kind: ConversationKind;
  actions: MessageActions;
  /** Own messages up to this position were read by another member. */
  readUpTo: number;
  /** The line about unread messages is shown above this message. */
  firstUnread: string | null;
};

/** The messages of a chunk, with the lines about new days and unread messages between them. */
export function ChunkLines({ chunk, me, kind, actions, readUpTo, firstUnread }: ChunkLinesProps) {
  return chunk.messages.flatMap((message, at) => {
    const previous = chunk.messages[at - 1] ?? chunk.previous;
    const day = localDay(new Date(message.date));
    const isNewDay = previous === undefined || localDay(new Date(previous.date)) !== day;
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
  });
}
