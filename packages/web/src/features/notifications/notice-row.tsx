import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Static } from 'typebox';
import type { Notification } from '@respa/contract/notifications';
import { classNames } from '#lib/class-names.ts';
import { count as formatCount } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Time } from '#ui/time.tsx';
import styles from './notice-row.module.css';

export type Notice = Static<typeof Notification>;
/** Where a notice leads: the thing it is about, else its sender's page. */
export const placeOf = (notice: Notice): string =>
  (notice.postType !== null && notice.postID !== null ? `/${notice.postType}/${notice.postID}` : `/user/${notice.from}`);

const GATHERED: Partial<Record<Notice['type'], string>> = { like: 'оценили', comment: 'прокомментировали' };
const OBJECTS: Record<string, string> = { userpost: 'запись', userphoto: 'фотографию' };
/** What stands after the sender's name: 'Нравится ваша запись', or 'и ещё 12 оценили запись'. */
export function wordsOf({ type, title, others, postType }: Pick<Notice, 'type' | 'title' | 'others' | 'postType'>): string {
  if (others === 0) return title;
  const did = type === 'visit' ? 'посетили вашу страницу' : type === 'mention' ? 'упомянули вас в чате' : `${GATHERED[type] ?? 'ответили на'} ${OBJECTS[postType ?? ''] ?? 'запись'}`;
  return `и ещё ${formatCount(others)} ${did}`;
}

export function NoticeRow({ notice, children }: { notice: Notice; children?: ReactNode }) {
  const name = `${notice.person.name} ${notice.person.surname}`;
  return (
    <li className={classNames(styles.row, !notice.checked && styles.fresh)}>
      <Link to={`/user/${notice.from}`} aria-hidden="true" tabIndex={-1}>
        <Avatar id={notice.from} src={mediaUrl('useravatars', notice.person.avatarUrl, 160)} size={48} online={notice.person.isOnline} />
      </Link>
      <div className={styles.words}>
        <Link to={placeOf(notice)} className={styles.link}><b>{name}</b> <span>{wordsOf(notice)}</span></Link>
        <Time value={notice.date} look="relative" className={styles.time} />
        {notice.checked ? null : <span className="visually-hidden">Новое</span>}
      </div>
      <div className={styles.end}>{children}</div>
    </li>
  );
}
