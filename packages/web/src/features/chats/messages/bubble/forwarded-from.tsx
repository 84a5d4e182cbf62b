import { Link } from 'react-router';
import { displayName } from '@respa/contract/characters';
import type { Message } from '../../rooms/room-state.ts';
import styles from './bubble.module.css';

/** Above a forwarded message: its author. */
export function ForwardedFrom({ author }: { author: NonNullable<Message['forwarded']> }) {
  return (
    <span className={styles.forwarded}>
      Переслано от <Link to={`/user/${author.user}`}>{displayName(author)}</Link>
    </span>
  );
}
