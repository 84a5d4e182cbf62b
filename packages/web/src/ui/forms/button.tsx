import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { classNames } from '#lib/browser/class-names.ts';
import styles from './button.module.css';
import { Spinner } from '#ui/feedback/spinner.tsx';

type Look = {
  /**
   * `primary`: the one prominent action of a page. `quiet`: all others. `soft`: quiet with the
   * accent colour. `danger`: what cannot be undone. `plain`: no background.
   */
  variant?: 'primary' | 'quiet' | 'soft' | 'danger' | 'plain' | undefined;
  size?: 'small' | 'medium' | 'large' | undefined;
  icon?: ReactNode;
  wide?: boolean | undefined;
  children?: ReactNode;
  className?: string | undefined;
};

type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> & {
    /** Shows a spinner, keeps the width and the focus, and ignores presses. */
    busy?: boolean | undefined;
    ref?: Ref<HTMLButtonElement> | undefined;
  };

type ButtonLinkProps = Look & { onClick?: (() => void) | undefined } &
  /** A page of this site. */
  (
    | { to: string; replace?: boolean | undefined; state?: unknown; href?: undefined }
    /** Anything else: a file to download, another site. */
    | {
        href: string;
        download?: string | boolean | undefined;
        newTab?: boolean | undefined;
        to?: undefined;
      }
  );

function look({ variant = 'quiet', size = 'medium', wide, className }: Look): string {
  return classNames(styles.button, styles[variant], styles[size], wide && styles.wide, className);
}

export function Button({
  variant,
  size,
  icon,
  wide,
  busy = false,
  children,
  className,
  type = 'button',
  onClick,
  ref,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      className={look({ variant, size, wide, className })}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Spinner size={18} className={styles.wait} /> : null}
      <span className={classNames(styles.content, busy && styles.hidden)}>
        {icon}
        {children !== undefined ? <span className={styles.label}>{children}</span> : null}
      </span>
    </button>
  );
}

/** A link with the look of a button. */
export function ButtonLink(props: ButtonLinkProps) {
  const { icon, children, onClick } = props;
  const content = (
    <span className={styles.content}>
      {icon}
      {children !== undefined ? <span className={styles.label}>{children}</span> : null}
    </span>
  );
  if (props.to !== undefined) {
    return (
      <Link
        to={props.to}
        replace={props.replace ?? false}
        state={props.state}
        onClick={onClick}
        className={look(props)}
      >
        {content}
      </Link>
    );
  }
  return (
    <a
      href={props.href}
      download={props.download}
      target={props.newTab ? '_blank' : undefined}
      rel={props.newTab ? 'noopener noreferrer' : undefined}
      onClick={onClick}
      className={look(props)}
    >
      {content}
    </a>
  );
}
