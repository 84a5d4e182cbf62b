import type { ReactNode } from 'react';
import styles from './page-head.module.css';

/** A page heading only for screen readers, for pages whose content explains itself. */
export function HiddenHead({ title }: { title: string }) {
  return <h1 className="visually-hidden">{title}</h1>;
}

/** A page heading, with optional content beside it. */
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
