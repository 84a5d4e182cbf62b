import { IconLock } from '#ui/icons.ts';
import styles from './closed-comments.module.css';

/** Who may comment on a post that the reader may not comment on. */
export type ClosedFor = 'all' | 'friends' | 'subscribers' | 'nobody';
const REASONS: Record<ClosedFor, string> = {
  all: 'Комментировать этот пост нельзя.',
  friends: 'Комментировать этот пост могут только друзья автора.',
  subscribers: 'Комментировать этот пост могут только подписчики группы.',
  nobody: 'Комментарии к этому посту закрыты.',
};
/** Says why there is no field for a comment. */
export function ClosedComments({ closed }: { closed: ClosedFor }) {
  return (
    <p className={styles.closed}>
      <IconLock size={18} aria-hidden="true" />
      {REASONS[closed]}
    </p>
  );
}
