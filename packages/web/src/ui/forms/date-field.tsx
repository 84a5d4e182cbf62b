import type { InputHTMLAttributes } from 'react';
import { useTypedDay, type DayBounds } from './use-typed-day.ts';
import { Field, type FieldFrame } from './field.tsx';
import styles from './field.module.css';

type DateFieldProps = FieldFrame &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'autoComplete' | 'name' | 'required' | 'disabled' | 'autoFocus'
  > & {
    /** yyyy-mm-dd, or '' while the field holds no valid date. */
    value: string;
    onChange: (iso: string) => void;
  } & DayBounds;

/**
 * A dd.mm.yyyy field with a mask. Why: a browser's own date field follows the browser's language,
 * and Mantine's stores other days than were typed.
 * This one reads strictly and reports what is wrong.
 */
export function DateField({
  label,
  hideLabel,
  helpText,
  error,
  className,
  value,
  onChange,
  min,
  max,
  required,
  ...rest
}: DateFieldProps) {
  const { text, problem, change, leave } = useTypedDay({ value, onChange, min, max });
  return (
    <Field
      label={label}
      hideLabel={hideLabel}
      helpText={helpText}
      error={problem ?? error}
      className={className}
      required={required}
    >
      {(wiring) => (
        <div className={styles.control}>
          <input
            {...rest}
            {...wiring}
            required={required}
            type="text"
            inputMode="numeric"
            placeholder="дд.мм.гггг"
            maxLength={24}
            className={styles.input}
            value={text}
            onChange={(event) => change(event.target)}
            onBlur={leave}
          />
        </div>
      )}
    </Field>
  );
}
