import { IconAlertCircle, IconCircleCheck, IconX } from '#ui/icons.ts';
import { useSyncExternalStore } from 'react';
import { classNames } from '#lib/class-names.ts';
import { dropHint, holdHint, readHints, startHint, subscribeHints } from './hints.ts';
import { IconButton } from './icon-button.tsx';
import styles from './toast.module.css';

/** Stands once in the page; `showHint(text)` puts a message into it. */
export function ToastHost() {
  const hints = useSyncExternalStore(subscribeHints, readHints, readHints);
  return (
    <div className={styles.place} role="status" aria-live="polite" aria-relevant="additions">
      {hints.map((hint) => (
        <div
          key={hint.key}
          className={classNames(styles.toast, styles[hint.tone])}
          // Not enter and leave: React makes these of the event of what the pointer left, and a row that has just gone has none.
          onPointerOver={() => holdHint(hint.key)}
          onPointerOut={({ currentTarget }) => {
            if (!currentTarget.contains(document.activeElement)) startHint(hint);
          }}
          onFocus={() => holdHint(hint.key)}
          onBlur={({ currentTarget }) => {
            if (!currentTarget.matches(':hover')) startHint(hint);
          }}
        >
          {hint.tone === 'good' ? (
            <IconCircleCheck className={styles.icon} aria-hidden="true" />
          ) : null}
          {hint.tone === 'bad' ? (
            <IconAlertCircle className={styles.icon} aria-hidden="true" />
          ) : null}
          <span className={styles.text}>{hint.text}</span>
          {hint.action ? (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                hint.action?.onSelect();
                dropHint(hint.key);
              }}
            >
              {hint.action.label}
            </button>
          ) : null}
          <IconButton
            size="small"
            label="Закрыть"
            icon={<IconX />}
            onClick={() => dropHint(hint.key)}
          />
        </div>
      ))}
    </div>
  );
}
