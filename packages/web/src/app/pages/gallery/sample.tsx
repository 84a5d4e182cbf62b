import type { ReactNode } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import styles from './sample.module.css';

/** One section of the gallery. */
export function Sample({
  name,
  column,
  children,
}: {
  name: string;
  column?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={styles.sample}>
      <h3 className={styles.name}>{name}</h3>
      <div className={classNames(styles.things, column && styles.column)}>{children}</div>
    </section>
  );
}
