import { Button } from '#ui/forms/button.tsx';
import styles from '../form.module.css';

type PendingEmailProps = { email: string; busy: boolean; onCancel: () => void };
/** The new address that waits for its confirmation. The change can be cancelled. */
export function PendingEmail({ email, busy, onCancel }: PendingEmailProps) {
  return (
    <div className={styles.row} role="status">
      <span className={styles.grow}>
        Ждём подтверждения: <b>{email}</b>
        <br />
        <span className={styles.dim}>
          Откройте ссылку из письма на эту почту. До тех пор действует прежняя.
        </span>
      </span>
      <Button size="small" busy={busy} onClick={onCancel}>
        Отменить
      </Button>
    </div>
  );
}
