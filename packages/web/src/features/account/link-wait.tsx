import { Spinner } from '#ui/feedback/spinner.tsx';
import styles from './form.module.css';

/** While the server looks at a mailed link: the page has its heading already. */
export function LinkWait({ title, label }: { title: string; label: string }) {
  return (
    <div className={styles.art}>
      <h1 className="visually-hidden">{title}</h1>
      <Spinner size={36} label={label} />
    </div>
  );
}
