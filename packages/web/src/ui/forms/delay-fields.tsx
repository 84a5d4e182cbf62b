import { today } from '#lib/text/calendar-day.ts';
import { Switch } from './checkbox.tsx';
import { DateField } from './date-field.tsx';
import type { Delay } from './delay.ts';
import { TextField } from './text-field.tsx';
import styles from './delay-fields.module.css';

type DelayFieldsProps = {
  delay: Delay;
  onChange: (change: Partial<Delay>) => void;
  disabled: boolean;
  error: string | undefined;
};
/** Whether a post is published later, and when. */
export function DelayFields({ delay, onChange, disabled, error }: DelayFieldsProps) {
  return (
    <div className={styles.delay}>
      <Switch
        label="Опубликовать позже"
        checked={delay.isDelayed}
        disabled={disabled}
        onChange={(isDelayed) => onChange({ isDelayed })}
      />
      {delay.isDelayed ? (
        <div className={styles.hour}>
          <DateField
            label="Дата"
            value={delay.day}
            onChange={(day) => onChange({ day })}
            min={{ day: today(), message: 'Этот день уже прошёл' }}
            disabled={disabled}
          />
          <TextField
            label="Время"
            placeholder="чч:мм"
            inputMode="numeric"
            maxLength={5}
            value={delay.hour}
            disabled={disabled}
            onChange={(hour) => onChange({ hour })}
            error={error}
          />
        </div>
      ) : null}
    </div>
  );
}
