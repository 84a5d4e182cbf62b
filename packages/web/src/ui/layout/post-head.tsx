import { Link } from 'react-router';
import { Avatar } from '#ui/media/avatar.tsx';
import { Time } from '#ui/display/time.tsx';
import type { PostFrameProps } from './post-frame.tsx';
import styles from './post-frame.module.css';

type PostHeadProps = Pick<PostFrameProps, 'head' | 'date' | 'marks' | 'menu' | 'action'>;
/** The author, the date and the menu of a post. */
export function PostHead({ head, date, marks, menu, action }: PostHeadProps) {
  return (
    <header className={styles.head}>
      <Link to={head.to} aria-hidden="true" tabIndex={-1}>
        <Avatar id={head.id} src={head.src} size={42} />
      </Link>
      <span className={styles.words}>
        <Link to={head.to} className={styles.name}>
          {head.name}
        </Link>
        <span className={styles.line}>
          {date.to === undefined ? (
            <span className={styles.date}>
              <Time value={date.value} />
            </span>
          ) : (
            <Link to={date.to} className={styles.date}>
              <Time value={date.value} />
            </Link>
          )}
          {marks}
        </span>
      </span>
      {action}
      {menu ?? <span className={styles.menu} />}
    </header>
  );
}
