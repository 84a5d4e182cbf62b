import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '#lib/browser/class-names.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import styles from './list-row.module.css';

type ListRowProps = {
  to: string;
  picture: { id: string; src: string | null; online?: boolean };
  title: string;
  text?: ReactNode;
  /** Its actions stay beside the name on phones: they are icons there. */
  isLine?: boolean | undefined;
  children?: ReactNode;
};

/** One row of a list: picture and name link to the item, and the actions are at the right. */
export function ListRow({ to, picture, title, text, isLine, children }: ListRowProps) {
  return (
    <li className={classNames(styles.row, isLine && styles.line)}>
      <Link to={to} className={styles.link}>
        <Avatar {...picture} size={52} />
        <span className={styles.words}>
          <span className={styles.name}>{title}</span>
          {text ? <span className={styles.text}>{text}</span> : null}
        </span>
      </Link>
      {children ? <span className={styles.end}>{children}</span> : null}
    </li>
  );
}
