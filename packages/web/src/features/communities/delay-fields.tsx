import { today } from '#lib/calendar-day.ts';
import { Switch } from '#ui/forms/checkbox.tsx';
import { DateField } from '#ui/forms/date-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import styles from './article-form.module.css';
import type { ArticleForm } from './use-article-form.ts';

/** Whether an article is published later, and when. */
export function DelayFields({ form }: { form: ArticleForm }) {
  const { isDelayed, setDelayed, day, setDay, hour, setHour, wrong, forgive, isSending } = form;
  return (
    <div className={styles.delay}>
      <Switch
        label="Опубликовать позже"
        checked={isDelayed}
        disabled={isSending}
        onChange={setDelayed}
      />
      {isDelayed ? (
        <div className={styles.hour}>
          <DateField
            label="Дата"
            value={day}
            onChange={(value) => {
              setDay(value);
              forgive();
            }}
            min={{ day: today(), message: 'Этот день уже прошёл' }}
            disabled={isSending}
          />
          <TextField
            label="Время"
            placeholder="чч:мм"
            inputMode="numeric"
            maxLength={5}
            value={hour}
            disabled={isSending}
            onChange={(value) => {
              setHour(value);
              forgive();
            }}
            error={wrong.hour}
          />
        </div>
      ) : null}
    </div>
  );
}
