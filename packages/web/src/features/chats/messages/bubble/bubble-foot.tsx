import { lazy, Suspense, useState } from 'react';
import { clock, dateTime } from '#lib/text/format.ts';
import { IconBellOff, IconCheck, IconChecks } from '#ui/icons.ts';
import type { Message } from '../../rooms/room-state.ts';
import styles from './bubble.module.css';

const VersionsDialog = lazy(async () => ({
  default: (await import('../versions-dialog.tsx')).VersionsDialog,
}));

type BubbleFootProps = { message: Message; isMine: boolean; isRead: boolean };
/** The time of a message, and whether an own message was read. */
export function BubbleFoot({ message, isMine, isRead }: BubbleFootProps) {
  return (
    <span className={styles.foot}>
      {message.silent ? <IconBellOff size={14} role="img" aria-label="Без звука" /> : null}
      {message.edited ? <EditedMark message={message} /> : null}
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
/** Says that a message was edited, and shows on a press what it said before. */
function EditedMark({ message }: { message: Message }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.edited}
        aria-haspopup="dialog"
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        изменено
      </button>
      {isOpen ? (
        <Suspense>
          <VersionsDialog message={message} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
