import { isolateQuoted } from '@respa/contract/characters';
import { IconAlertCircle, IconCircleCheck, IconX } from '#ui/icons.ts';
import { useSyncExternalStore } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { dismissToast, holdToast, readToasts, startToast, subscribeToasts } from './toasts.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import styles from './toast.module.css';

/** Rendered once per page; `showToast(text)` adds a message to it. */
export function ToastHost() {
  const toasts = useSyncExternalStore(subscribeToasts, readToasts, readToasts);
  return (
    <div className={styles.place} role="status" aria-live="polite" aria-relevant="additions">
      {toasts.map((toast) => (
        <div
          key={toast.key}
          className={classNames(styles.toast, styles[toast.tone])}
          // Not enter and leave: React derives those from the element that the pointer left, and a
          // row that was just removed sends no event.
          onPointerOver={() => holdToast(toast.key)}
          onPointerOut={({ currentTarget }) => {
            if (!currentTarget.contains(document.activeElement)) startToast(toast);
          }}
          onFocus={() => holdToast(toast.key)}
          onBlur={({ currentTarget }) => {
            if (!currentTarget.matches(':hover')) startToast(toast);
          }}
        >
          {toast.tone === 'good' ? (
            <IconCircleCheck className={styles.icon} aria-hidden="true" />
          ) : null}
          {toast.tone === 'bad' ? (
            <IconAlertCircle className={styles.icon} aria-hidden="true" />
          ) : null}
          <span className={styles.text}>{isolateQuoted(toast.text)}</span>
          {toast.action ? (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                toast.action?.onSelect();
                dismissToast(toast.key);
              }}
            >
              {toast.action.label}
            </button>
          ) : null}
          <IconButton
            size="small"
            label="Закрыть"
            icon={<IconX />}
            onClick={() => dismissToast(toast.key)}
          />
        </div>
      ))}
    </div>
  );
}
