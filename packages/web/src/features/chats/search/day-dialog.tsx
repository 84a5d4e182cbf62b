import { useState } from 'react';
import { IconChevronLeft, IconChevronRight } from '#ui/icons.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { MonthGrid, monthTitle } from './month-grid.tsx';
import styles from './day-dialog.module.css';

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
          {monthTitle.format(month).replace(/\s*г\.$/, '')}
        </span>
        <IconButton
          label="Следующий месяц"
          icon={<IconChevronRight />}
          disabled={isLast}
          onClick={() => step(1)}
        />
      </div>
      <MonthGrid
        month={month}
        today={today}
        chosen={day}
        onPick={(date) => {
          onPick(date);
          onClose();
        }}
      />
    </Modal>
  );
}
