import { useState } from 'react';
import { IconChevronLeft, IconChevronRight } from '#ui/icons.ts';
import { classNames } from '#lib/class-names.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { monthDays } from './month-days.ts';
import styles from './day-dialog.module.css';

const WEEK = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'];
const title = new Intl.DateTimeFormat('ru', { month: 'long', year: 'numeric' });
const full = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric' });

/** A small calendar: a press on a day jumps to its messages. */
export function DayDialog({
  day,
  onPick,
  onClose,
}: {
  day: Date | null;
  onPick: (day: Date) => void;
  onClose: () => void;
}) {
  const [today] = useState(() => new Date());
  const [month, setMonth] = useState(
    () => new Date((day ?? today).getFullYear(), (day ?? today).getMonth(), 1),
  );
  const step = (by: number) => setMonth(new Date(month.getFullYear(), month.getMonth() + by, 1));
  const isLast =
    month.getFullYear() === today.getFullYear() && month.getMonth() === today.getMonth();
  return (
    <Modal open onClose={onClose} title="Перейти к дате" size="small">
      <div className={styles.head}>
        <IconButton label="Предыдущий месяц" icon={<IconChevronLeft />} onClick={() => step(-1)} />
        <span className={styles.month} aria-live="polite">
          {title.format(month).replace(/\s*г\.$/, '')}
        </span>
        <IconButton
          label="Следующий месяц"
          icon={<IconChevronRight />}
          disabled={isLast}
          onClick={() => step(1)}
        />
      </div>
      <div className={styles.days} role="group" aria-label={title.format(month)}>
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
                date.toDateString() === day?.toDateString() && styles.chosen,
              )}
              disabled={date > today}
              aria-label={full.format(date).replace(/\s*г\.$/, '')}
              onClick={() => {
                onPick(date);
                onClose();
              }}
            >
              {date.getDate()}
            </button>
          ),
        )}
      </div>
    </Modal>
  );
}
