import { today } from '#lib/text/calendar-day.ts';
import type { FieldProps } from '#ui/forms/use-fields.ts';
import { DateField } from '#ui/forms/date-field.tsx';

export function BirthdayField(props: FieldProps) {
  return (
    <DateField
      label="Дата рождения"
      autoComplete="bday"
      required
      max={{ day: today(), message: 'Эта дата ещё не наступила' }}
      {...props}
    />
  );
}
