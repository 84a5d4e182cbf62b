import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Watch } from '../scrolling/watcher.ts';
import type { Chunk } from './chunks.ts';

type ChunkDrawing = {
  watch: Watch;
  /** Called when a chunk that is drawn again differs from its stored height. */
  onResize: () => void;
  /** Called when a delayed chunk is drawn. */
  onDrawn: () => void;
};
/**
 * Decides whether a chunk is drawn. Returns the ref of its list, the height that it keeps while it
 * is not drawn (zero means drawn), and whether it still waits for its turn.
 */
export function useChunkDrawing(chunk: Chunk, { watch, onResize, onDrawn }: ChunkDrawing) {
  const list = useRef<HTMLUListElement>(null);
  const shown = useRef(chunk);
  const [away, setAway] = useState<{ chunk: Chunk; height: number } | null>(null);
  const [isLate, setLate] = useState(chunk.isLate);
  const wasLate = useRef(isLate);
  const left = useRef(0);
  const height = away?.chunk === chunk ? away.height : 0;
  useEffect(() => {
    shown.current = chunk;
  });
  useEffect(
    () =>
      watch(list.current!, (isNear) => {
        if (isNear) setLate(false);
        const measured = list.current!.getBoundingClientRect().height;
        // A height of zero means that the whole conversation is hidden and nothing was measured.
        setAway(isNear || measured === 0 ? null : { chunk: shown.current, height: measured });
      }),
    [watch],
  );
  useLayoutEffect(() => {
    if (
      height === 0 &&
      left.current !== 0 &&
      Math.abs(list.current!.getBoundingClientRect().height - left.current) > 0.5
    )
      onResize();
    left.current = height;
  }, [height, onResize]);
  useLayoutEffect(() => {
    if (wasLate.current && !isLate) onDrawn();
    wasLate.current = isLate;
  }, [isLate, onDrawn]);
  return { list, height, isLate };
}
