import { lazy, Suspense, useState, type ReactNode } from 'react';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconBellOff, IconClock } from '#ui/icons.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { useMenuPress } from '#ui/overlays/menu-press.ts';
import styles from '../rooms/room.module.css';

const ScheduleDialog = lazy(async () => ({
  default: (await import('../rooms/chat-windows.ts')).ScheduleDialog,
}));

type SendMenuProps = {
  roomId: string;
  text: string;
  /** Whether the message is text and nothing else: only that can wait. */
  isOnlyText: boolean;
  onSilent: () => void;
  /** The text waits for its time: the field is empty again. */
  onScheduled: () => void;
  /** The button that sends. */
  children: ReactNode;
};
/**
 * The button that sends, with the other ways to send in a menu: by a right click, a long press or
 * the keyboard's menu key.
 */
export function SendMenu({
  roomId,
  text,
  isOnlyText,
  onSilent,
  onScheduled,
  children,
}: SendMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const press = useMenuPress('[aria-haspopup="menu"]');
  const schedule = () =>
    isOnlyText ? setOpen(true) : showToast('Запланировать можно только текст.', { tone: 'bad' });
  return (
    <span className={styles.sending} {...press}>
      {children}
      <span className={styles.place}>
        <Menu
          trigger={<button type="button" tabIndex={-1} aria-label="Способ отправки" />}
          items={[
            {
              label: 'Отправить без звука',
              icon: <IconBellOff size={18} />,
              onSelect: onSilent,
            },
            { label: 'Запланировать…', icon: <IconClock size={18} />, onSelect: schedule },
          ]}
        />
      </span>
      {isOpen ? (
        <Suspense fallback={null}>
          <ScheduleDialog
            roomId={roomId}
            scheduled={null}
            text={text}
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false);
              onScheduled();
              showToast('Сообщение запланировано', { tone: 'good' });
            }}
          />
        </Suspense>
      ) : null}
    </span>
  );
}
