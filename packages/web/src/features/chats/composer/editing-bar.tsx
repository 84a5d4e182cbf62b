import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconX } from '#ui/icons.ts';
import type { Message } from '../rooms/room-state.ts';
import { previewText } from '../message-text/preview-text.ts';
import styles from './composer.module.css';

/** Above the field: which message is being changed. */
export function EditingBar({ message, onEnd }: { message: Message; onEnd: () => void }) {
  return (
    <div className={styles.editing}>
      <span className={styles.what}>
        <b>Изменение сообщения</b>
        <span>{previewText(message)}</span>
      </span>
      <IconButton label="Отменить изменение" icon={<IconX size={20} />} onClick={onEnd} />
    </div>
  );
}
