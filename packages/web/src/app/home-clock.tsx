import type { ReactNode } from 'react';
import { clock, weekdayAndDay } from '#lib/text/format.ts';
import { Card } from '#ui/layout/card.tsx';
import styles from './home-clock.module.css';

/** Shows the time and the date, and below them the other content of today. */
export function ClockCard({ now, children }: { now: Date; children?: ReactNode }) {
  return (
    <Card aria-label="Сегодня">
      <time className={styles.time} dateTime={now.toISOString()}>
        {clock(now)}
      </time>
      <p className={styles.day}>{weekdayAndDay(now)}</p>
      {children}
    </Card>
  );
}
/** Shown beside the greeting when there is no right column. */
export function SmallClock({ now, children }: { now: Date; children?: ReactNode }) {
  return (
    <div className={styles.beside}>
      <time className={styles.small} dateTime={now.toISOString()}>
        {clock(now)}
      </time>
      {children}
    </div>
  );
}
