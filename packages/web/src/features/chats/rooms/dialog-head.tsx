import { Link } from 'react-router';
import { displayName } from '@respa/contract/characters';
import { relative } from '#lib/text/format.ts';
import { useNow } from '#lib/browser/now.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { IconLink } from '#ui/forms/icon-button.tsx';
import { IconArrowLeft } from '#ui/icons.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import type { useRoomInfo } from '../api.ts';
import styles from './room.module.css';

type DialogHeadProps = {
  info: NonNullable<ReturnType<typeof useRoomInfo>['data']>['room'] | undefined;
  isTyping: boolean;
};
/** The other person of a private conversation, and whether they are there. */
export function DialogHead({ info, isTyping }: DialogHeadProps) {
  const now = useNow();
  const name = info ? displayName(info) : '';
  const status = isTyping
    ? 'печатает…'
    : info === undefined
      ? ''
      : info.isOnline
        ? 'в сети'
        : info.date
          ? `был(а) ${relative(info.date, now)}`
          : 'не в сети';
  return (
    <>
      <span className={styles.back}>
        <IconLink to="/messages" label="К списку переписок" icon={<IconArrowLeft />} />
      </span>
      <Link to={info ? `/user/${info.userId}` : '#'} className={styles.person}>
        {info ? (
          <Avatar
            id={info.userId}
            src={mediaUrl('useravatars', info.avatarUrl, 160)}
            size={40}
            online={info.isOnline}
          />
        ) : (
          <span className={styles.face} />
        )}
        <div className={styles.words}>
          <h1 className={styles.name}>
            {name || (
              <>
                {' '}
                <span className="visually-hidden">Переписка</span>
              </>
            )}
          </h1>
          <span className={styles.status} aria-live="polite">
            {status || ' '}
          </span>
        </div>
      </Link>
    </>
  );
}
