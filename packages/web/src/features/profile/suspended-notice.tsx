import { IconLock } from '#ui/icons.ts';
import { Card } from '#ui/layout/card.tsx';
import styles from './suspended-notice.module.css';

/** Shown on the page of a user whom the admin has suspended. */
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
