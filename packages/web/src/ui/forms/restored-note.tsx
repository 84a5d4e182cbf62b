import { Button } from './button.tsx';
import styles from './restored-note.module.css';

/** Whether a form shows input that was kept from an earlier visit, and what discards it. */
export type Restored = { isRestored: boolean; forget: () => void };

/** Says that a form shows what was not sent before, and lets the member start over. */
export function RestoredNote({ forget }: Pick<Restored, 'forget'>) {
  return (
    <p className={styles.note} role="status">
      <span>Здесь то, что вы не отправили в прошлый раз.</span>
      <Button size="small" variant="plain" onClick={forget}>
        Начать заново
      </Button>
    </p>
  );
}
