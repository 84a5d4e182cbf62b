import { IconLock } from '@tabler/icons-react';
import { dateTime } from '#lib/format.ts';
import type { Post } from './api.ts';
import styles from './post-marks.module.css';

/** Small words beside a post's date: that it was changed, and that only friends see it. */
export function PostMarks({ post }: { post: Post }) {
  return (
    <>
      {post.edited === null || post.draft ? null : <span className={styles.mark} title={dateTime(post.edited)}>изменено</span>}
      {post.audience === 'friends' ? <span className={styles.mark} title="Видят только друзья"><IconLock size={15} role="img" aria-label="Видят только друзья" /></span> : null}
    </>
  );
}
