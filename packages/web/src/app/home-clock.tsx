import type { ReactNode } from 'react';
import { clock, weekdayAndDay } from '#lib/format.ts';
import { Card } from '#ui/layout/card.tsx';
import styles from './home-clock.module.css';

/** The time and the day; below them what else belongs to today. */
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
/** Beside the greeting, where there is no column at the right. */
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
