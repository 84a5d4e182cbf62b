import { useRef } from 'react';
import { useMyId } from '#lib/network/session.ts';
import { IconArrowDown } from '#ui/icons.ts';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { MessagesSkeleton } from '#ui/feedback/skeleton.tsx';
import { MessageLog } from './message-log.tsx';
import type { Unsent } from '../composer/unsent/outbox-store.ts';
import { readUpTo, type Message, type RoomState } from '../rooms/room-state.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';
import { MessageLines } from './message-lines.tsx';
import { useChunks } from './use-chunks.ts';
import { useNews } from './use-news.ts';
import { useMessageActions } from './use-message-actions.ts';
import type { Seen } from '../scrolling/use-seen.ts';
import { useListScrolling } from '../scrolling/use-list-scrolling.ts';
import { useWatch } from '../scrolling/watcher.ts';
import styles from './message-list.module.css';

type MessageListProps = {
  state: RoomState;
  kind: ConversationKind;
  unsent: readonly Unsent[];
  isLoading: boolean;
  isBroken: boolean;
  onOlder: () => void;
  onEdit: (message: Message) => void;
  onDelete: (message: Message) => void;
  /** Whether the newest message is visible. */
  onEnd: (isAtEnd: boolean) => void;
  /** The last message that has been visible. */
  onSeen: (seen: Seen) => void;
};

/**
 * The conversation. It opens at the first unread message, stays at its end while the user is there,
 * and keeps its position while older pages load above.
 */
export function MessageList(props: MessageListProps) {
  const { state, kind, unsent, isLoading, isBroken, onEdit, onDelete } = props;
  const me = useMyId();
  const scroller = useRef<HTMLDivElement>(null);
  const watch = useWatch(scroller);
  const chunks = useChunks(state);
  const { firstUnread, arrived } = useNews(state, me);
  const actions = useMessageActions(onEdit, onDelete);
  const { isAway, holdOn, drawn, scrolled, toEnd } = useListScrolling({
    ...props,
    scrollerRef: scroller,
  });

  if (!state.isReady)
    return (
      <div className={styles.scroller}>
        {isBroken ? <ErrorState more="Пробуем ещё раз." /> : <MessagesSkeleton />}
      </div>
    );
  return (
    <div className={styles.frame}>
      <MessageLog
        scroller={scroller}
        state={state}
        isEmpty={state.messages.length === 0 && unsent.length === 0}
        isLoading={isLoading}
        onScroll={scrolled}
      >
        <MessageLines
          chunks={chunks}
          unsent={unsent}
          me={me}
          kind={kind}
          watch={watch}
          actions={actions}
          readUpTo={readUpTo(state, me)}
          firstUnread={firstUnread}
          onResize={holdOn}
          onDrawn={drawn}
        />
      </MessageLog>
      <p className="visually-hidden" aria-live="polite">
        {arrived}
      </p>
      {isAway ? (
        <IconButton
          className={styles.down}
          variant="quiet"
          label="К последним сообщениям"
          icon={<IconArrowDown />}
          count={state.unread}
          onClick={toEnd}
        />
      ) : null}
    </div>
  );
}
