import type { InputHTMLAttributes, ReactNode } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import styles from './checkbox.module.css';

type CheckProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'onChange' | 'checked' | 'className' | 'children' | 'type'
> & {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  helpText?: ReactNode;
  className?: string | undefined;
};

function Check({
  kind,
  checked,
  onChange,
  label,
  helpText,
  className,
  ...rest
}: CheckProps & { kind: 'checkbox' | 'switch' }) {
  return (
    <label className={classNames(styles.row, styles[kind], className)}>
      <input
        {...rest}
        type="checkbox"
        role={kind === 'switch' ? 'switch' : undefined}
        className={styles.mark}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.words}>
        <span>{label}</span>
        {helpText ? <span className={styles.helpText}>{helpText}</span> : null}
      </span>
    </label>
  );
}

export function Checkbox(props: CheckProps) {
  return <Check {...props} kind="checkbox" />;
}

/** A checkbox for settings that take effect at once. */
export function Switch(props: CheckProps) {
  return <Check {...props} kind="switch" />;
}
