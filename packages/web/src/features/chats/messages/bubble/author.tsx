import { Link } from 'react-router';
import { displayName } from '@respa/contract/characters';
import { useMyId } from '#lib/network/session.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { paletteOf } from '#ui/media/creature.ts';
import type { Message } from '../../rooms/room-state.ts';
import styles from './author.module.css';

/**
 * Shows the author beside the first bubble of a run; beside the others it leaves the space empty.
 */
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
      {displayName(message)}
    </Link>
  );
}
/** An event in a group chat, or a call in a private one. */
export function SystemMessage({ message }: { message: Message }) {
  const me = useMyId();
  const isMissed = message.system?.kind === 'missed_call' && message.user !== me;
  return (
    <li className={styles.line} data-message={message._id} data-system={message.system?.kind}>
      <p>{isMissed ? 'Пропущенный звонок' : message.message}</p>
    </li>
  );
}
