import type { ReactNode, Ref } from 'react';
import styles from './columns.module.css';

/** A column of 600 px and, on wide windows, a sticky one of 300 px beside it. */
export function Columns({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.columns}>
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
