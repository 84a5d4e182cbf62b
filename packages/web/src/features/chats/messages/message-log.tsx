import type { ReactNode, RefObject } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import type { RoomState } from '../rooms/room-state.ts';
import styles from './message-list.module.css';

type MessageLogProps = {
  scroller: RefObject<HTMLDivElement | null>;
  state: RoomState;
  isEmpty: boolean;
  /** A page of older messages is loading. */
  isLoading: boolean;
  onScroll: () => void;
  children: ReactNode;
};

/**
 * The scrolling part of a conversation. Chunks that return to the view are not announced; the
 * message list announces new messages.
 */
export function MessageLog({
  scroller,
  state,
  isEmpty,
  isLoading,
  onScroll,
  children,
}: MessageLogProps) {
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      onScroll={onScroll}
      tabIndex={0}
      role="log"
      aria-label="Сообщения"
      aria-live="off"
      data-count={state.messages.length}
      data-begins={state.isLast}
      data-ends={!state.hasNewer}
    >
      {isEmpty ? (
        <div className={styles.empty}>
          <EmptyState
            art="conversation"
            text="Здесь пока нет сообщений..."
            more="Поздоровайтесь первым: сообщение придёт сразу."
          />
        </div>
      ) : null}
      {isLoading ? (
        <div className={styles.older}>
          <Spinner label="Загружаем прежние сообщения" />
        </div>
      ) : null}
      {children}
    </div>
  );
}
