import { IconLock } from '#ui/icons.ts';
import { Card } from '#ui/layout/card.tsx';
import styles from './suspended-notice.module.css';

/** Stands on the page of somebody whom the platform's admin shut out. */
export function SuspendedNotice() {
  return (
    <Card className={styles.notice}>
      <IconLock size={22} aria-hidden="true" />
      <p>
        <b>Страница заблокирована</b>Написать этому человеку или добавить его в друзья пока нельзя.
      </p>
    </Card>
  );
}
