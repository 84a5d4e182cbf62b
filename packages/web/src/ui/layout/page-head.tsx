import type { ReactNode } from 'react';
import styles from './page-head.module.css';

/** The heading of a page whose content says by itself what it is: for screen readers. */
export function HiddenHead({ title }: { title: string }) {
  return <h1 className="visually-hidden">{title}</h1>;
}

/** The heading of a page, with what belongs beside it. */
export function PageHead({
  title,
  text,
  action,
}: {
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        {text ? <p className={styles.text}>{text}</p> : null}
      </div>
      {action}
    </header>
  );
}
