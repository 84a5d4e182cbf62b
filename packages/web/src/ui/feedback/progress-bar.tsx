import styles from './progress-bar.module.css';

/** Shows the progress of a long operation, from 0 to 100. */
export function ProgressBar({ value, label }: { value: number; label: string }) {
  const percent = Math.round(Math.min(100, Math.max(0, value)));
  return (
    <svg
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <rect className={styles.track} width="100%" height="100%" rx="4" />
      <rect className={styles.done} width={`${percent}%`} height="100%" rx="4" />
    </svg>
  );
}
