import { useId, type ReactNode } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import styles from './field.module.css';

export type FieldFrame = {
  label: string;
  /** Shows the label only to screen readers, when the placeholder says enough. */
  hideLabel?: boolean | undefined;
  /** The help text below the field. */
  helpText?: ReactNode;
  /** The error below the field, in red. */
  error?: string | null | undefined;
  className?: string | undefined;
};

type Wiring = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

type FieldProps = FieldFrame & {
  required?: boolean | undefined;
  /** At the right of the line below: a counter. */
  aside?: ReactNode;
  children: (wiring: Wiring) => ReactNode;
};

/**
 * Lays out the label above, the control, then the help text or the error. Every text control uses
 * it.
 */
export function Field({
  label,
  hideLabel,
  helpText,
  error,
  className,
  required,
  aside,
  children,
}: FieldProps) {
  const id = useId();
  const hasBelow = Boolean(error || helpText);
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
        {required ? (
          <span className={styles.required} aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': hasBelow ? `${id}-below` : undefined,
      })}
      {hasBelow || aside ? (
        <div className={styles.below}>
          <div
            id={`${id}-below`}
            className={error ? styles.error : styles.helpText}
            role={error ? 'alert' : undefined}
          >
            {error || helpText}
          </div>
          {aside}
        </div>
      ) : null}
    </div>
  );
}
