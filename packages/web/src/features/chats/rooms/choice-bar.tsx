import { IconArrowForwardUp, IconX } from '#ui/icons.ts';
import { counted } from '#lib/text/format.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { useRoomExtras } from './room-extras.tsx';
import styles from './choice-bar.module.css';

/** Replaces the field while messages are being selected. */
export function ChoiceBar() {
  const { chosen, choose, forward } = useRoomExtras();
  if (chosen === null) return null;
  return (
    <div className={styles.bar} role="region" aria-label="Выбранные сообщения">
      <IconButton label="Отменить выбор" icon={<IconX />} onClick={() => choose(null)} />
      <span className={styles.count} role="status">
        {chosen.length === 0
          ? 'Выберите сообщения'
          : counted(chosen.length, ['сообщение', 'сообщения', 'сообщений'])}
      </span>
      <Button
        variant="primary"
        icon={<IconArrowForwardUp size={20} />}
        disabled={chosen.length === 0}
        onClick={() => forward(chosen)}
      >
        Переслать
      </Button>
    </div>
  );
}
