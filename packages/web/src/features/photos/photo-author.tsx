import { Link } from 'react-router';
import { mediaUrl } from '#lib/browser/media.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Time } from '#ui/display/time.tsx';
import type { Photo } from './api.ts';
import styles from './photo-card.module.css';

/** Who added a photo, and when. */
export function PhotoAuthor({ photo, name }: { photo: Photo; name: string }) {
  return (
    <>
      <Link to={`/user/${photo.user}`} aria-hidden="true" tabIndex={-1}>
        <Avatar
          id={photo.user}
          src={mediaUrl('useravatars', photo.head.avatarUrl, 160)}
          size={42}
        />
      </Link>
      <span className={styles.words}>
        <Link to={`/user/${photo.user}`} className={styles.name}>
          {name}
        </Link>
        <Time value={photo.date} className={styles.date} />
      </span>
    </>
  );
}
