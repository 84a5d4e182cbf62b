import { Link } from 'react-router';
import { mediaUrl } from '#lib/media.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { paletteOf } from '#ui/media/creature.ts';
import type { Message } from '../rooms/room-state.ts';
import styles from './author.module.css';

/** Who speaks, beside the first bubble of a run; below it the place stays free. */
export function AuthorFace({ message, isFirst }: { message: Message; isFirst: boolean }) {
  return (
    <span className={styles.face}>
      {isFirst ? (
        <Link to={`/user/${message.user}`} tabIndex={-1} aria-hidden="true">
          <Avatar
            id={message.user}
            src={mediaUrl('useravatars', message.avatarUrl, 160)}
            size={34}
          />
        </Link>
      ) : null}
    </span>
  );
}
export function AuthorName({ message }: { message: Message }) {
  return (
    <Link
      to={`/user/${message.user}`}
      className={styles.name}
      style={{ color: `var(--person-${paletteOf(message.user)})` }}
    >
      {message.name} {message.surname}
    </Link>
  );
}
/** What the house tells of a group. */
export function SystemLine({ message }: { message: Message }) {
  return (
    <li className={styles.line} data-message={message._id} data-system={message.system?.kind}>
      <p>{message.message}</p>
    </li>
  );
}
