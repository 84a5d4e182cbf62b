import { useLayoutEffect, useRef, type RefObject, type TextareaHTMLAttributes } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { count } from '#lib/text/format.ts';
import { useFittingHeight } from '#lib/browser/fitting-height.ts';
import { Field, type FieldFrame } from './field.tsx';
import fieldStyles from './field.module.css';
import styles from './text-area.module.css';

type TextAreaProps = FieldFrame &
  Omit<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    'onChange' | 'value' | 'className' | 'maxLength'
  > & {
    value: string;
    onChange: (value: string) => void;
    /**
     * Shows a counter, which turns red above the limit. Typing is not cut off, so no pasted text is
     * lost.
     */
    limit?: number | undefined;
    /** Rows before any text, and rows after which it scrolls. */
    minRows?: number | undefined;
    maxRows?: number | undefined;
    /** Receives the field. */
    area?: RefObject<HTMLTextAreaElement | null> | undefined;
  };

export function TextArea({
  label,
  hideLabel,
  helpText,
  error,
  className,
  value,
  onChange,
  limit,
  minRows = 3,
  maxRows = 12,
  required,
  autoFocus = false,
  area: given,
  ...rest
}: TextAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const area = given ?? own;

  useFittingHeight(area, value);
  // Puts the caret after the existing text. Only once: later the caret stays where the user puts
  // it.
  useLayoutEffect(() => {
    const field = area.current;
    if (autoFocus) field?.setSelectionRange(field.value.length, field.value.length);
  }, [autoFocus, area]);

  // Counts characters as users see them: an emoji is one.
  const length = limit === undefined ? 0 : Array.from(value).length;
  const isOver = limit !== undefined && length > limit;
  return (
    <Field
      label={label}
      hideLabel={hideLabel}
      helpText={helpText}
      error={error ?? (isOver ? `Не больше ${count(limit)} символов` : undefined)}
      className={className}
      required={required}
      aside={
        limit === undefined ? null : (
          <span className={classNames(styles.counter, isOver && styles.over)}>
            {count(length)}&thinsp;/&thinsp;{count(limit)}
          </span>
        )
      }
    >
      {(wiring) => (
        <div className={fieldStyles.control}>
          <textarea
            {...rest}
            {...wiring}
            ref={area}
            required={required}
            autoFocus={autoFocus}
            rows={minRows}
            className={classNames(fieldStyles.input, styles.area)}
            style={{
              minHeight: `max(var(--hit), ${minRows}lh + 20px)`,
              maxHeight: `calc(${maxRows}lh + 20px)`,
            }}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  );
}
