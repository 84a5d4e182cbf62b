import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import { Modal } from '@mantine/core';
import { useEffect, useRef, type MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { displayName } from '@respa/contract/characters';
import { isComposing } from '#lib/browser/keyboard.ts';
import { ApiError } from '#lib/network/call.ts';
import { ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { PageSpinner } from '#ui/feedback/spinner.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconX } from '#ui/icons.ts';
import { useSwipeDown } from '#ui/overlays/use-swipe-down.ts';
import { PhotoHead } from '../photo-head.tsx';
import { PhotoReactions } from '../photo-reactions.tsx';
import { PhotoStage } from './photo-stage.tsx';
import { useNeighbours } from './use-neighbours.ts';
import styles from './photo-window.module.css';

type PhotoWindowProps = {
  id: string;
  userId: string;
  onChange: (id: string) => void;
  onClose: () => void;
};
const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;

/** A photo over the page, with its neighbours, reactions and comments. */
export function PhotoWindow({ id, userId, onChange, onClose }: PhotoWindowProps) {
  const content = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const { photo, error, retry, ...around } = useNeighbours(userId, id);
  const { previous, next } = around;
  const swipe = useSwipeDown(onClose);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as Element;
      // A menu or a question above the photo has its own keys.
      if (target !== document.body && !content.current?.contains(target)) return;
      if (event.defaultPrevented) return;
      if (event.key === 'Escape' && !isComposing({ nativeEvent: event })) return onClose();
      const way = { ArrowLeft: previous, ArrowRight: next }[event.key];
      if (way === undefined || isField(target) || event.altKey) return;
      event.preventDefault();
      onChange(way._id);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  useEffect(() => {
    content.current?.scrollTo(0, 0);
  }, [id]);

  /** A link to the page below closes the window. */
  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (link === null || link.pathname !== pathname || link.target === '_blank') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  const isGone = error instanceof ApiError && error.status === 404;
  const name = photo ? displayName(photo.head) : '';
  return (
    <Modal.Root
      opened
      fullScreen
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      zIndex={200}
      transitionProps={{ transition: 'fade', duration: 100 }}
      classNames={{ content: styles.window ?? '' }}
      {...swipe}
      onClickCapture={onClick}
    >
      <Modal.Content ref={content} aria-label={name === '' ? 'Фотография' : `Фотография, ${name}`}>
        {photo ? (
          <PhotoStage photo={photo} {...around} onChange={onChange} />
        ) : (
          <div className={styles.stage} />
        )}
        <div className={styles.aside}>
          {photo ? (
            <>
              <PhotoHead photo={photo} onRemoved={onClose} key={photo._id} />
              <PhotoReactions photo={photo} key={`reactions ${photo._id}`} />
            </>
          ) : isGone ? (
            <NotFoundState text="Такой фотографии нет" />
          ) : error ? (
            <ErrorState onRetry={retry} />
          ) : (
            <PageSpinner />
          )}
        </div>
        <IconButton
          data-autofocus
          label="Закрыть"
          variant="glass"
          className={styles.close}
          icon={<IconX />}
          onClick={onClose}
        />
      </Modal.Content>
    </Modal.Root>
  );
}
