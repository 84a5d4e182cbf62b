import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '#lib/browser/class-names.ts';
import { Time } from '#ui/display/time.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import type { Sentence } from '#lib/text/sentence.ts';
import { SentenceText } from './sentence.tsx';
import styles from './notice-line.module.css';

export type NoticeMark = {
  icon: ReactNode;
  tone?: 'good' | 'bad' | undefined;
};
type NoticeLineProps = {
  /** The person; absent in notices of the platform, which show their mark alone. */
  who?: { id: string; src: string | null } | undefined;
  /** Shows the kind of the event. */
  mark: NoticeMark;
  sentence: Sentence;
  /** What the person wrote. */
  quote?: string | undefined;
  /** The first words of the object. */
  about?: string | undefined;
  /** The address of the object's picture. */
  picture?: string | null | undefined;
  /** The target of the whole line. */
  to: string;
  date: string;
  isNew: boolean;
  children?: ReactNode;
};

/** Shows one event: a sentence, what it is about, and when. */
export function NoticeLine(props: NoticeLineProps) {
  const { who, mark, sentence, quote, about, picture, to, date, isNew, children } = props;
  return (
    <li className={classNames(styles.row, isNew && styles.fresh)}>
      <Face who={who} mark={mark} to={to} />
      <div className={styles.words}>
        <Link to={to} className={styles.link}>
          <SentenceText sentence={sentence} />
        </Link>
        {quote ? <p className={styles.quote}>{quote}</p> : null}
        {about ? <p className={styles.about}>{about}</p> : null}
        <Time value={date} look="relative" className={styles.time} />
        {isNew ? <span className="visually-hidden">Новое</span> : null}
      </div>
      {picture ? <ObjectPicture key={picture} src={picture} to={to} /> : null}
      <div className={styles.end}>{children}</div>
    </li>
  );
}

function Face({ who, mark, to }: Pick<NoticeLineProps, 'who' | 'mark' | 'to'>) {
  const tone = mark.tone === undefined ? undefined : styles[mark.tone];
  if (who === undefined)
    return (
      <Link to={to} className={classNames(styles.platform, tone)} aria-hidden="true" tabIndex={-1}>
        {mark.icon}
      </Link>
    );
  return (
    <Link to={`/user/${who.id}`} className={styles.face} aria-hidden="true" tabIndex={-1}>
      <Avatar id={who.id} src={who.src} size={48} />
      <span className={classNames(styles.mark, tone)}>{mark.icon}</span>
    </Link>
  );
}

/** A small picture of the object; disappears if it cannot be loaded. */
function ObjectPicture({ src, to }: { src: string; to: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return null;
  return (
    <Link to={to} className={styles.picture} aria-hidden="true" tabIndex={-1}>
      <img
        src={src}
        alt=""
        width={48}
        height={48}
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setBroken(true)}
      />
    </Link>
  );
}
