import { useId, useState } from 'react';
import styles from './alt-mark.module.css';

/** The mark of a described picture; a press shows the description over it. */
export function AltMark({ alt }: { alt: string }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      {isOpen ? (
        <span id={id} className={styles.text}>
          {alt}
        </span>
      ) : null}
      <button
        type="button"
        className={styles.mark}
        aria-label="Описание картинки"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false);
        }}
      >
        <span aria-hidden="true">ALT</span>
      </button>
    </>
  );
}
