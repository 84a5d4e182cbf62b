import { useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './player-menu.module.css';

/** Over everything, including full screen. A press outside closes it and does nothing else. */
export function MenuSheet({
  id,
  onClose,
  children,
}: {
  id: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const sheet = useRef<HTMLDialogElement>(null);
  // While it is still in the document, closing it returns the focus to its button.
  useLayoutEffect(() => {
    const element = sheet.current!;
    element.showModal();
    element.addEventListener('click', ({ target }) => {
      if (target === element) element.close();
    });
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={sheet}
      id={id}
      className={styles.sheet}
      aria-label="Настройки видео"
      onClose={onClose}
    >
      <div className={styles.choices}>{children}</div>
    </dialog>
  );
}
