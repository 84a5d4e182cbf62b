import { classNames } from '#lib/browser/class-names.ts';
import styles from './spinner.module.css';

type SpinnerProps = {
  size?: number | undefined;
  /** The text for screen readers; without it the spinner is decorative. */
  label?: string | undefined;
  className?: string | undefined;
};

export function Spinner({ size = 24, label, className }: SpinnerProps) {
  return (
    <span className={classNames(styles.spinner, className)} role={label ? 'status' : undefined}>
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        <circle className={styles.track} cx="12" cy="12" r="9.5" />
        <circle className={styles.arc} cx="12" cy="12" r="9.5" pathLength="100" />
      </svg>
      {label ? <span className="visually-hidden">{label}</span> : null}
    </span>
  );
}

/** The documented spinner in the middle of an empty page. */
export function PageSpinner({ label = 'Загружаем' }: { label?: string }) {
  return (
    <div className={styles.page}>
      <Spinner size={36} label={label} />
    </div>
  );
}
