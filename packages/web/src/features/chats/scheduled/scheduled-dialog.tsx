import { useState } from 'react';
import { dateTime } from '#lib/text/format.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconBellOff, IconPencil, IconSend2, IconTrash } from '#ui/icons.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useReleaseScheduled, useScheduled, type Scheduled } from './scheduled-api.ts';
import styles from './scheduled.module.css';

const PROBLEMS = {
  closed: 'Не отправлено: собеседник ограничил сообщения.',
  removed: 'Не отправлено: вас не было в беседе.',
  suspended: 'Не отправлено: ваша страница была заблокирована.',
} as const;

/** The scheduled messages of a chat: each can be changed, sent now and deleted. */
export function ScheduledDialog({ roomId, onClose }: { roomId: string; onClose: () => void }) {
  const messages = useScheduled(roomId).data ?? [];
  const [edited, setEdited] = useState<Scheduled | null>(null);
  const release = useReleaseScheduled();
  const drop = async (id: string) => {
    if (await confirm({ title: 'Удалить сообщение?', action: 'Удалить', danger: true }))
      release.mutate({ id, isSent: false });
  };
  if (edited !== null)
    return <ScheduleDialog roomId={roomId} scheduled={edited} onClose={() => setEdited(null)} />;
  return (
    <Modal
      open
      onClose={onClose}
      title="Запланированные сообщения"
      actions={
        <Button variant="primary" onClick={onClose}>
          Готово
        </Button>
      }
    >
      {messages.length === 0 ? (
        <p className={styles.hint}>Больше ничего не запланировано.</p>
      ) : null}
      <ol className={styles.list}>
        {messages.map((message) => (
          <li key={message._id} className={styles.item}>
            <div className={styles.words}>
              <p className={styles.text}>{message.message}</p>
              <p className={styles.date}>
                {message.isSilent ? (
                  <IconBellOff size={15} role="img" aria-label="Без звука" />
                ) : null}
                <time dateTime={message.date}>{dateTime(message.date)}</time>
              </p>
              {message.problem === null ? null : (
                <p className={styles.error}>{PROBLEMS[message.problem]}</p>
              )}
            </div>
            <IconButton
              label="Отправить сейчас"
              icon={<IconSend2 size={20} />}
              onClick={() => release.mutate({ id: message._id, isSent: true })}
            />
            <IconButton
              label="Изменить"
              icon={<IconPencil size={20} />}
              onClick={() => setEdited(message)}
            />
            <IconButton
              label="Удалить"
              icon={<IconTrash size={20} />}
              onClick={() => void drop(message._id)}
            />
          </li>
        ))}
      </ol>
    </Modal>
  );
}
