import { memo, type ComponentProps } from 'react';
import { useChunkDrawing } from './use-chunk-drawing.ts';
import { ChunkLines } from './chunk-lines.tsx';
import styles from './message-list.module.css';

type MessageChunkProps = ComponentProps<typeof ChunkLines> & Parameters<typeof useChunkDrawing>[1];

export const MessageChunk = memo(function MessageChunk({
  chunk,
  me,
  kind,
  watch,
  actions,
  readUpTo,
  firstUnread,
  onResize,
  onDrawn,
}: MessageChunkProps) {
  const { list, height, isLate } = useChunkDrawing(chunk, { watch, onResize, onDrawn });
  return (
    <ul
      ref={list}
      className={styles.chunk}
      data-chunk={chunk.key}
      data-late={isLate || undefined}
      style={{ height: height === 0 ? undefined : height }}
      aria-hidden={height === 0 ? undefined : true}
    >
      {height === 0 && !isLate ? (
        <ChunkLines
          chunk={chunk}
          me={me}
          kind={kind}
          actions={actions}
          readUpTo={readUpTo}
          firstUnread={firstUnread}
        />
      ) : null}
    </ul>
  );
});
