import { EVENTS } from '@respa/contract/limits';
import { Select } from '#ui/forms/select.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import styles from './event-form.module.css';
import type { EventForm } from './use-event-form.ts';

const MONTHS = [
  'Январь',
  'Февраль',
  'Март',
  'Апрель',
  'Май',
  'Июнь',
  'Июль',
  'Август',
  'Сентябрь',
  'Октябрь',
  'Ноябрь',
  'Декабрь',
].map((label, index) => ({ value: String(index + 1), label }));

/** The day and the time of an event. */
export function DateFields({ form: { text, put, wrong } }: { form: EventForm }) {
  return (
    <div className={styles.when}>
      <TextField
        label="Год"
        required
        inputMode="numeric"
        maxLength={4}
        value={text.year}
        onChange={put('year')}
        error={wrong['year']}
      />
      <Select
        label="Месяц"
        required
        placeholder="Месяц"
        value={text.month}
        options={MONTHS}
        onChange={put('month')}
        error={wrong['month']}
      />
      <TextField
        label="День"
        required
        inputMode="numeric"
        maxLength={2}
        value={text.day}
        onChange={put('day')}
        error={wrong['day']}
      />
      <TextField
        label="Время"
        placeholder="ЧЧ:ММ"
        maxLength={EVENTS.hour}
        value={text.time}
        onChange={put('time')}
        error={wrong['time']}
      />
    </div>
  );
}
