import type { ReactNode, Ref } from 'react';
import styles from './columns.module.css';

/** A column of 600 and, where there is room, 300 beside it that stays in sight. */
export function Columns({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>{children}</div>
      {aside ? <aside className={styles.aside}>{aside}</aside> : null}
    </div>
  );
}

/** Blocks one under another with the page's gap. */
export function Stack({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div ref={ref} className={styles.stack}>
      {children}
    </div>
  );
}
