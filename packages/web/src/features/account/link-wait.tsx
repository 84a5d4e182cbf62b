import { Spinner } from '#ui/feedback/spinner.tsx';
import styles from './form.module.css';

/** Shown while the server checks an emailed link. The page already has its heading. */
export function LinkWait({ title, label }: { title: string; label: string }) {
  return (
    <div className={styles.art}>
      <h1 className="visually-hidden">{title}</h1>
      <Spinner size={36} label={label} />
    </div>
  );
}
