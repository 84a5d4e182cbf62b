import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { Field, type FieldFrame } from './field.tsx';
import { limitTyped } from './limit-typed.ts';
import styles from './field.module.css';

type TextFieldProps = FieldFrame &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'className' | 'size'> & {
    value: string;
    onChange: (value: string) => void;
    /** At the left, inside. */
    icon?: ReactNode;
    /** At the right, inside: a button, a unit. */
    end?: ReactNode;
    ref?: Ref<HTMLInputElement> | undefined;
  };

export function TextField({
  label,
  hideLabel,
  helpText,
  error,
  className,
  value,
  onChange,
  icon,
  end,
  ref,
  required,
  maxLength = Infinity,
  ...rest
}: TextFieldProps) {
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
        <div className={styles.control}>
          {icon}
          <input
            type="text"
            {...rest}
            {...wiring}
            ref={ref}
            required={required}
            className={styles.input}
            value={value}
            // An input method may type more than it will leave.
            onChange={({ target, nativeEvent }) =>
              onChange(
                (nativeEvent as InputEvent).isComposing
                  ? target.value
                  : limitTyped(target, maxLength),
              )
            }
            onCompositionEnd={({ currentTarget }) => onChange(limitTyped(currentTarget, maxLength))}
          />
          {end}
        </div>
      )}
    </Field>
  );
}
