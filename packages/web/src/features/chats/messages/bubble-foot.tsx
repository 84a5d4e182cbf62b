import { clock, dateTime } from '#lib/format.ts';
import { IconBellOff, IconCheck, IconChecks } from '#ui/icons.ts';
import type { Message } from '../rooms/room-state.ts';
import styles from './bubble.module.css';

type BubbleFootProps = { message: Message; isMine: boolean; isRead: boolean };
/** The time of a message, and whether an own message was read. */
export function BubbleFoot({ message, isMine, isRead }: BubbleFootProps) {
  return (
    <span className={styles.foot}>
      {message.silent ? <IconBellOff size={14} role="img" aria-label="Без звука" /> : null}
      {message.edited ? <span>изменено</span> : null}
      <time dateTime={message.date} title={dateTime(message.date)}>
        {clock(message.date)}
      </time>
      {isMine ? (
        isRead ? (
          <IconChecks size={17} className={styles.read} role="img" aria-label="Прочитано" />
        ) : (
          <IconCheck size={17} role="img" aria-label="Отправлено" />
        )
      ) : null}
    </span>
  );
}
