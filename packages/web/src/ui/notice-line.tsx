import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '#lib/class-names.ts';
import { IconAlertTriangle } from '#ui/icons.ts';
import { Avatar } from './avatar.tsx';
import styles from './notice-line.module.css';
import { Time } from './time.tsx';

type NoticeLineProps = {
  /** Null: the house itself speaks. */
  who: { id: string; name: string; src: string | null; online: boolean } | null;
  /** What stands after the name, and where all of it leads. */
  words: string;
  to: string;
  date: string;
  isNew: boolean;
  children?: ReactNode;
};

/** One line of what happened: who, what, when. */
export function NoticeLine({ who, words, to, date, isNew, children }: NoticeLineProps) {
  return (
    <li className={classNames(styles.row, isNew && styles.fresh)}>
      {who === null ? <span className={styles.house}><IconAlertTriangle size={24} aria-hidden="true" /></span> : <Link to={`/user/${who.id}`} aria-hidden="true" tabIndex={-1}><Avatar id={who.id} src={who.src} size={48} online={who.online} /></Link>}
      <div className={styles.words}>
        <Link to={to} className={styles.link}><b>{who?.name ?? 'Администрация Респы'}</b> <span>{words}</span></Link>
        <Time value={date} look="relative" className={styles.time} />
        {isNew ? <span className="visually-hidden">Новое</span> : null}
      </div>
      <div className={styles.end}>{children}</div>
    </li>
  );
}
