import { clock, weekdayAndDay } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import styles from './home-clock.module.css';

export function ClockCard({ now }: { now: Date }) {
  return (
    <Card aria-label="Время">
      <time className={styles.time} dateTime={now.toISOString()}>{clock(now)}</time>
      <p className={styles.day}>{weekdayAndDay(now)}</p>
    </Card>
  );
}
/** Beside the greeting, where there is no column at the right. */
export function SmallClock({ now }: { now: Date }) {
  return <time className={styles.small} dateTime={now.toISOString()}>{clock(now)}</time>;
}
