import { Link } from 'react-router';
import { displayName } from '@respa/contract/characters';
import { mediaUrl } from '#lib/browser/media.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import styles from './person-line.module.css';

type Card = { _id: string; name: string; surname: string; avatarUrl: string; isOnline: boolean };
/** A user in a line of the admin panel. A deleted user has no page. */
export function PersonLine({ person, instead }: { person: Card | null; instead: string }) {
  if (person === null) return <span className={styles.nobody}>{instead}</span>;
  return (
    <Link to={`/user/${person._id}`} className={styles.person}>
      <Avatar
        id={person._id}
        src={mediaUrl('useravatars', person.avatarUrl, 160)}
        size={28}
        online={person.isOnline}
      />
      <span>{displayName(person)}</span>
    </Link>
  );
}
