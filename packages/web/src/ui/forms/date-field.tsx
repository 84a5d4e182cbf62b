import { useRef, useState, type InputHTMLAttributes } from 'react';
import { maskDay, readTypedDay, typeDay } from '#lib/calendar-day.ts';
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
    /** Bounds in yyyy-mm-dd, with the message shown beyond them. */
    min?: { day: string; message: string } | undefined;
    max?: { day: string; message: string } | undefined;
  };

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
  const [text, setText] = useState(() => typeDay(value));
  const [isLeft, setLeft] = useState(false);
  const told = useRef(value);

  // A value that did not come from this field (a loaded record, a reset form) replaces the text.
  if (value !== told.current) {
    told.current = value;
    const typed = typeDay(value);
    if (typed !== text) setText(typed);
  }

  const read = readTypedDay(text);
  const problem = describe();

  function describe(): string | undefined {
    if (read.problem === 'impossible') return 'Такого дня нет в календаре';
    if (read.problem === 'incomplete')
      return isLeft ? 'Введите дату полностью: дд.мм.гггг' : undefined;
    if (read.problem === 'empty') return undefined;
    if (read.iso && min && read.iso < min.day) return min.message;
    if (read.iso && max && read.iso > max.day) return max.message;
    return undefined;
  }

  function change(input: HTMLInputElement) {
    const isDeleting = input.value.length < text.length;
    const atEnd = input.selectionStart === input.value.length;
    const caret = input.selectionStart ?? input.value.length;
    accept(maskDay(input.value, isDeleting));
    setLeft(false);
    if (!atEnd) requestAnimationFrame(() => input.setSelectionRange(caret, caret));
  }

  function accept(next: string) {
    setText(next);
    const parsed = readTypedDay(next);
    const iso =
      parsed.iso && !(min && parsed.iso < min.day) && !(max && parsed.iso > max.day)
        ? parsed.iso
        : '';
    if (iso !== told.current) {
      told.current = iso;
      onChange(iso);
    }
  }

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
            onBlur={() => {
              // 5.1.2001, left like this, is accepted as 05.01.2001.
              if (/^\d{1,2}\.\d{1,2}\.\d{4}$/.test(text)) accept(maskDay(text));
              setLeft(true);
            }}
          />
        </div>
      )}
    </Field>
  );
}
