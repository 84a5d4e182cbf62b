import type { ReactNode } from 'react';
import { isolateQuoted } from '@respa/contract/characters';
import { Link } from 'react-router';
import { classNames } from '#lib/class-names.ts';
import { IconAlertTriangle, IconSpeakerphone } from '#ui/icons.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import styles from './notice-line.module.css';
import { Time } from '#ui/display/time.tsx';

type NoticeLineProps = {
  /** The user, or a notice from the platform itself: about content it removed, or about an ad. */
  who: { id: string; name: string; src: string | null; online: boolean } | 'warning' | 'promo';
  /** The text after the name, and the target of the whole line. */
  words: string;
  to: string;
  date: string;
  isNew: boolean;
  children?: ReactNode;
};

const GLYPHS = {
  warning: <IconAlertTriangle size={24} aria-hidden="true" />,
  promo: <IconSpeakerphone size={24} aria-hidden="true" />,
};

/** Shows one event in a line: who, what, when. */
export function NoticeLine({ who, words, to, date, isNew, children }: NoticeLineProps) {
  const isFromPlatform = typeof who === 'string';
  return (
    <li className={classNames(styles.row, isNew && styles.fresh)}>
      {isFromPlatform ? (
        <span className={classNames(styles.platform, styles[who])}>{GLYPHS[who]}</span>
      ) : (
        <Link to={`/user/${who.id}`} aria-hidden="true" tabIndex={-1}>
          <Avatar id={who.id} src={who.src} size={48} online={who.online} />
        </Link>
      )}
      <div className={styles.words}>
        <Link to={to} className={styles.link}>
          <b>{isFromPlatform ? 'Администрация Респы' : who.name}</b>{' '}
          <span>{isolateQuoted(words)}</span>
        </Link>
        <Time value={date} look="relative" className={styles.time} />
        {isNew ? <span className="visually-hidden">Новое</span> : null}
      </div>
      <div className={styles.end}>{children}</div>
    </li>
  );
}
