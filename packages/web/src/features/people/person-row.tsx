import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { mediaUrl } from '#lib/media.ts';
import { Avatar } from '#ui/avatar.tsx';
import styles from './person-row.module.css';

type Card = { _id: string; name: string; surname: string; avatarUrl: string; isOnline: boolean };

/** One person of a list: picture and name lead to the page, what can be done stands at the right. */
export function PersonRow({ person, text, children }: { person: Card; text?: ReactNode; children?: ReactNode }) {
  return (
    <li className={styles.row}>
      <Link to={`/user/${person._id}`} className={styles.person}>
        <Avatar id={person._id} src={mediaUrl('useravatars', person.avatarUrl, 160)} size={52} online={person.isOnline} />
        <span className={styles.words}>
          <span className={styles.name}>{person.name} {person.surname}</span>
          {text ? <span className={styles.text}>{text}</span> : null}
        </span>
      </Link>
      {children ? <span className={styles.end}>{children}</span> : null}
    </li>
  );
}
