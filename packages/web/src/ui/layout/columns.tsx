import type { ReactNode, Ref } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import styles from './columns.module.css';

/**
 * A column that fills the page; on wide windows with an aside, one of 600 px and a sticky one of
 * 300 px beside it. `hasComments`: the documented column of comments, 60 % of a wide window and
 * 92 % of a phone.
 */
export function Columns({
  aside,
  hasComments = false,
  children,
}: {
  aside?: ReactNode;
  hasComments?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classNames(styles.columns, hasComments && styles.comments)}>
      <div className={styles.stack}>{children}</div>
      {aside ? <aside className={styles.aside}>{aside}</aside> : null}
    </div>
  );
}

/** Stacks blocks vertically with the page's gap. */
export function Stack({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div ref={ref} className={styles.stack}>
      {children}
    </div>
  );
}
