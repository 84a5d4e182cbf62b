import { IconChevronDown } from '#ui/icons.ts';
import type { SelectHTMLAttributes } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { Field, type FieldFrame } from './field.tsx';
import fieldStyles from './field.module.css';
import styles from './select.module.css';

export type Option<Value extends string> = { value: Value; label: string };

type SelectProps<Value extends string> = FieldFrame &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value' | 'className'> & {
    value: Value | '';
    options: ReadonlyArray<Option<Value>>;
    onChange: (value: Value) => void;
    /** Shown while nothing is chosen. */
    placeholder?: string | undefined;
  };

/**
 * The browser's own select, so that phones show their native picker. Browsers that can style its
 * list use our styles.
 */
export function Select<Value extends string>({
  label,
  hideLabel,
  helpText,
  error,
  className,
  value,
  options,
  onChange,
  placeholder,
  required,
  ...rest
}: SelectProps<Value>) {
  return (
    <Field
      label={label}
      hideLabel={hideLabel}
      helpText={helpText}
      error={error}
      className={className}
      required={required}
    >
      {(wiring) => (
        <div className={classNames(fieldStyles.control, styles.frame)}>
          <select
            {...rest}
            {...wiring}
            required={required}
            className={classNames(fieldStyles.input, styles.select)}
            value={value}
            onChange={(event) => onChange(event.target.value as Value)}
          >
            {placeholder !== undefined ? (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            ) : null}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <IconChevronDown className={styles.arrow} aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}
