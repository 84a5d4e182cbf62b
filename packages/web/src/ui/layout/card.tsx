import type { HTMLAttributes, ReactNode } from 'react';
import { Link } from 'react-router';
import { count as formatCount } from '#lib/text/format.ts';
import { classNames } from '#lib/browser/class-names.ts';
import styles from './card.module.css';

type CardProps = Omit<HTMLAttributes<HTMLElement>, 'className' | 'style'> & {
  as?: 'section' | 'article' | 'header' | 'div' | 'form' | 'li' | undefined;
  /** `padded`: 16 px inside. `flush`: the content reaches the edges. */
  inset?: 'padded' | 'flush' | undefined;
  className?: string | undefined;
  children?: ReactNode;
};

/** A surface. On phones it reaches both edges of the screen. */
export function Card({
  as: Element = 'section',
  inset = 'padded',
  className,
  children,
  ...rest
}: CardProps) {
  return (
    <Element
      {...rest}
      className={classNames(styles.card, inset === 'padded' && styles.padded, className)}
    >
      {children}
    </Element>
  );
}

type CardHeadProps = {
  title: string;
  count?: number | undefined;
  /** The link to the whole list, when the card shows only a part of it. */
  to?: string | undefined;
  action?: ReactNode;
};

export function CardHead({ title, count, to, action }: CardHeadProps) {
  const words = (
    <>
      {title}
      {count !== undefined ? <span className={styles.count}>{formatCount(count)}</span> : null}
    </>
  );
  return (
    <header className={styles.head}>
      <h2 className={styles.title}>{to ? <Link to={to}>{words}</Link> : words}</h2>
      {action}
    </header>
  );
}
