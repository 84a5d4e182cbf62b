import styles from './progress-ring.module.css';

type ProgressRingProps = {
  /** 0…1, or undefined while it is unknown. */
  value: number | undefined;
  size?: number | undefined;
  label?: string | undefined;
};

export function ProgressRing({ value, size = 36, label = 'Загрузка' }: ProgressRingProps) {
  const percent =
    value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <svg
      className={styles.ring}
      width={size}
      height={size}
      viewBox="0 0 36 36"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      data-unknown={percent === undefined || undefined}
    >
      <circle className={styles.track} cx="18" cy="18" r="15" />
      <circle
        className={styles.arc}
        cx="18"
        cy="18"
        r="15"
        pathLength="100"
        strokeDasharray={`${percent ?? 25} 100`}
      />
    </svg>
  );
}
