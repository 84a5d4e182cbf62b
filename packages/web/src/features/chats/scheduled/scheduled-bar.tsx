import { lazy, Suspense, useState } from 'react';
import { IconAlertCircle, IconClock } from '#ui/icons.ts';
import { useScheduled } from './scheduled-api.ts';
import styles from '../rooms/room.module.css';

const ScheduledDialog = lazy(async () => ({
  default: (await import('../rooms/chat-windows.ts')).ScheduledDialog,
}));

/** Below the header of a room: how many messages wait for their time, if any. */
export function ScheduledBar({ roomId }: { roomId: string }) {
  const messages = useScheduled(roomId).data ?? [];
  const [isOpen, setOpen] = useState(false);
  const failed = messages.filter(({ problem }) => problem !== null).length;
  return (
    <>
      {messages.length === 0 ? null : (
        <button
          type="button"
          className={styles.waiting}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {failed > 0 ? (
            <IconAlertCircle size={20} aria-hidden="true" />
          ) : (
            <IconClock size={20} aria-hidden="true" />
          )}
          {failed > 0
            ? `Не отправлено вовремя: ${failed}`
            : `Запланировано сообщений: ${messages.length}`}
        </button>
      )}
      {isOpen ? (
        <Suspense fallback={null}>
          <ScheduledDialog roomId={roomId} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
