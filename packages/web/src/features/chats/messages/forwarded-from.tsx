import { Link } from 'react-router';
import type { Message } from '../rooms/room-state.ts';
import styles from './bubble.module.css';

/** Above a forwarded message: its author. */
export function ForwardedFrom({ author }: { author: NonNullable<Message['forwarded']> }) {
  return (
    <span className={styles.forwarded}>
      Переслано от <Link to={`/user/${author.user}`}>{`${author.name} ${author.surname}`}</Link>
    </span>
  );
}
