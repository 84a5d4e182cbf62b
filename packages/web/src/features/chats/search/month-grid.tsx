import { classNames } from '#lib/browser/class-names.ts';
import { monthDays } from './month-days.ts';
import styles from './day-dialog.module.css';

const WEEK = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'];
export const monthTitle = new Intl.DateTimeFormat('ru', { month: 'long', year: 'numeric' });
const full = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric' });

type MonthGridProps = {
  month: Date;
  today: Date;
  chosen: Date | null;
  onPick: (day: Date) => void;
};
/** The days of a month. Days to come cannot be picked. */
export function MonthGrid({ month, today, chosen, onPick }: MonthGridProps) {
  return (
    <div className={styles.days} role="group" aria-label={monthTitle.format(month)}>
      {WEEK.map((name) => (
        <span key={name} className={styles.week} aria-hidden="true">
          {name}
        </span>
      ))}
      {monthDays(month).map((date, index) =>
        date === null ? (
          <span key={`no-${index}`} />
        ) : (
          <button
            key={date.getDate()}
            type="button"
            className={classNames(
              styles.day,
              date.toDateString() === chosen?.toDateString() && styles.chosen,
            )}
            disabled={date > today}
            aria-label={full.format(date).replace(/\s*г\.$/, '')}
            onClick={() => onPick(date)}
          >
            {date.getDate()}
          </button>
        ),
      )}
    </div>
  );
}
