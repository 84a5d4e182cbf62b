import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import { Modal as MantineModal } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import { isolateQuoted } from '@respa/contract/characters';
import { useBackCloses } from '#lib/navigation/back-closes.ts';
import { classNames } from '#lib/browser/class-names.ts';
import styles from './modal.module.css';
import { useSwipeDown } from './use-swipe-down.ts';

type ModalProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  size?: 'small' | 'medium' | 'large' | undefined;
  /** false when a press outside the window must not discard the content. */
  closeOnOutside?: boolean | undefined;
  /** The buttons at the bottom, the primary one last. */
  actions?: ReactNode;
  children?: ReactNode;
};

const stop = (event: SyntheticEvent) => event.stopPropagation();
/**
 * React passes events of a dialog on to the component that opened it. A form sent, or files dropped
 * or pasted in a dialog are not the composer's below.
 */
const OWN_EVENTS = {
  onSubmit: stop,
  onPaste: stop,
  onDragEnter: stop,
  onDragOver: stop,
  onDragLeave: stop,
  onDrop: stop,
};
const WIDTH = { small: 400, medium: 520, large: 760 };

/**
 * A dialog over the page; on phones it is a sheet at the bottom that a swipe down or Back closes.
 * Focus moves in, stays in, and returns on close.
 */
export function Modal({
  open,
  onClose,
  title,
  size = 'medium',
  closeOnOutside = true,
  actions,
  children,
}: ModalProps) {
  useBackCloses(open, onClose);
  const swipe = useSwipeDown(onClose, closeOnOutside ? 'anywhere' : 'header');
  return (
    <MantineModal
      {...swipe}
      {...OWN_EVENTS}
      opened={open}
      onClose={onClose}
      title={isolateQuoted(title)}
      size={WIDTH[size]}
      centered
      closeOnClickOutside={closeOnOutside}
      zIndex={200}
      closeButtonProps={{ 'aria-label': 'Закрыть', size: 40, iconSize: 22 }}
      overlayProps={{ className: styles.overlay }}
      // Documented.
      transitionProps={{ transition: 'fade', duration: 100 }}
      classNames={{
        inner: styles.inner ?? '',
        content: styles.content ?? '',
        header: styles.header ?? '',
        title: styles.title ?? '',
        close: styles.close ?? '',
        body: classNames(styles.body, Boolean(actions) && styles.withActions),
      }}
    >
      {children}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </MantineModal>
  );
}
