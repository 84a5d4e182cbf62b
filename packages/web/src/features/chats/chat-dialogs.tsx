import { Button } from '#ui/forms/button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import styles from './chat-dialogs.module.css';

const OK = (onClose: () => void) => (
  <Button variant="primary" data-autofocus onClick={onClose}>
    Понятно
  </Button>
);

/** The documented dialog for a message that was not sent. The message stays queued. */
export function NotSentDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Сообщение не отправлено"
      size="small"
      actions={OK(onClose)}
    >
      <p>Не удалось отправить сообщение. Возможно, проблема во включенном VPN.</p>
      <p className={styles.more}>Оно уйдёт само, когда появится связь.</p>
    </Modal>
  );
}
/**
 * The documented dialog for files that are too large together; `mixed` means pictures and videos at
 * once.
 */
export function TooLargeDialog({
  kind,
  onClose,
}: {
  kind: 'mixed' | 'single' | null;
  onClose: () => void;
}) {
  return (
    <Modal
      open={kind !== null}
      onClose={onClose}
      title="Файлы не поместились"
      size="small"
      actions={OK(onClose)}
    >
      <p>Общий размер загружаемых файлов превышает 50Mb.</p>
      {kind === 'mixed' ? (
        <p className={styles.more}>Попробуйте загрузить изображения и видео по одному.</p>
      ) : (
        <p className={styles.more}>
          Файл слишком большой. Загрузите его на видеохостинг и отправьте ссылкой.
        </p>
      )}
    </Modal>
  );
}
