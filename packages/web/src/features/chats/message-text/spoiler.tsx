import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import styles from './formatted-text.module.css';

/** Focuses the words once, when they are shown: a screen reader reads on from there. */
const focus = (shown: HTMLElement | null) => shown?.focus({ preventScroll: true });

/** Words that the writer has hidden: a press shows them until the conversation is left. */
export function Spoiler({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <span className={styles.shown} tabIndex={-1} ref={focus}>
        {children}
      </span>
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <span
      role="button"
      tabIndex={0}
      aria-label="Скрытый текст. Показать"
      title="Показать скрытый текст"
      className={classNames(styles.shown, styles.hidden)}
      onClick={(event) => {
        event.stopPropagation();
        setOpen(true);
      }}
      onKeyDown={onKeyDown}
    >
      <span aria-hidden="true" inert>
        {children}
      </span>
    </span>
  );
}
