import { classNames } from '#lib/browser/class-names.ts';
import styles from './badge.module.css';

type BadgeProps = {
  count: number;
  /** Without the bright colour: for a muted room, or a total beside a title. */
  quiet?: boolean | undefined;
  /** Read aloud instead of the bare number, e.g. '3 непрочитанных'. */
  label?: string | undefined;
  className?: string | undefined;
};

export function badgeText(count: number): string {
  return count > 99 ? '99+' : String(count);
}

/** Shows a counter, or nothing at zero. */
export function Badge({ count, quiet, label, className }: BadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={classNames(styles.badge, quiet && styles.quiet, className)}>
      <span aria-hidden={label ? true : undefined}>{badgeText(count)}</span>
      {label ? <span className="visually-hidden">{label}</span> : null}
    </span>
  );
}
