import { IconArrowUp } from '#ui/icons.ts';
import { Button } from '#ui/forms/button.tsx';
import styles from './fresh-pill.module.css';

/** Overlays the top of a list, so that the list does not move when the button appears. */
export function FreshPill({ isLoading, onShow }: { isLoading: boolean; onShow: () => void }) {
  return (
    <div className={styles.place} role="status">
      <Button
        variant="primary"
        size="small"
        className={styles.pill}
        icon={<IconArrowUp aria-hidden="true" />}
        busy={isLoading}
        onClick={onShow}
      >
        Новые посты
      </Button>
    </div>
  );
}
