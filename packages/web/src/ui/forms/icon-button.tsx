import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { classNames } from '#lib/browser/class-names.ts';
import { Badge, badgeText } from '#ui/feedback/badge.tsx';
import styles from './icon-button.module.css';
import { Spinner } from '#ui/feedback/spinner.tsx';

type Look = {
  /** The name for screen readers and the tooltip. */
  label: string;
  icon: ReactNode;
  variant?: 'plain' | 'quiet' | 'primary' | 'soft' | 'glass' | undefined;
  size?: 'small' | 'medium' | 'large' | undefined;
  count?: number | undefined;
  className?: string | undefined;
};

type IconButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> & {
    busy?: boolean | undefined;
    ref?: Ref<HTMLButtonElement> | undefined;
  };

const look = ({
  variant = 'plain',
  size = 'medium',
  className,
}: Pick<Look, 'variant' | 'size' | 'className'>) =>
  classNames(styles.button, styles[variant], styles[size], className);

const nameOf = (label: string, count = 0) => (count > 0 ? `${label}: ${badgeText(count)}` : label);

export function IconButton({
  label,
  icon,
  variant,
  size,
  count,
  className,
  busy = false,
  type = 'button',
  onClick,
  ref,
  ...rest
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      ref={ref}
      type={type}
      aria-label={nameOf(label, count)}
      aria-busy={busy || undefined}
      className={look({ variant, size, className })}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Spinner size={20} /> : icon}
      {count ? <Badge count={count} className={styles.badge} /> : null}
    </button>
  );
}

export function IconLink({
  label,
  icon,
  variant,
  size,
  count,
  className,
  to,
}: Look & { to: string }) {
  return (
    <Link
      to={to}
      aria-label={nameOf(label, count)}
      title={label}
      className={look({ variant, size, className })}
    >
      {icon}
      {count ? <Badge count={count} className={styles.badge} /> : null}
    </Link>
  );
}
