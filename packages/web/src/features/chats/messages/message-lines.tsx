import type { ComponentProps } from 'react';
import { MessageChunk } from './message-chunk.tsx';
import { UnsentBubble } from './bubble/unsent-bubble.tsx';
import { discard, retry } from '../composer/unsent/outbox.ts';
import type { Unsent } from '../composer/unsent/outbox-store.ts';
import type { Chunk } from './chunks.ts';
import styles from './message-list.module.css';

type MessageLinesProps = Omit<ComponentProps<typeof MessageChunk>, 'chunk'> & {
  chunks: readonly Chunk[];
  unsent: readonly Unsent[];
};
/** The chunks of a conversation and, below them, the unsent messages. */
export function MessageLines({
  chunks,
  unsent,
  me,
  kind,
  watch,
  actions,
  readUpTo,
  firstUnread,
  onResize,
  onDrawn,
}: MessageLinesProps) {
  return (
    <div className={styles.list}>
      {chunks.map((chunk) => (
        <MessageChunk
          key={chunk.key}
          chunk={chunk}
          me={me}
          kind={kind}
          watch={watch}
          actions={actions}
          readUpTo={readUpTo}
          onResize={onResize}
          onDrawn={onDrawn}
          firstUnread={
            firstUnread !== null && chunk.messages.some((message) => message._id === firstUnread)
              ? firstUnread
              : null
          }
        />
      ))}
      <ul className={styles.chunk}>
        {unsent.map((item) => (
          <UnsentBubble
            key={item.clientId}
            item={item}
            onRetry={() => retry(item.clientId)}
            onDiscard={() => discard(item.clientId)}
          />
        ))}
      </ul>
    </div>
  );
}
