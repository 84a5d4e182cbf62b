import { IconUpload } from '#ui/icons.ts';
import styles from './composer.module.css';

/** Covers the composer while files are dragged over the conversation. */
export function DropVeil() {
  return (
    <div className={styles.veil}>
      <IconUpload aria-hidden="true" />
      Отпустите, чтобы добавить
    </div>
  );
}
