import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { Message } from '../rooms/room-state.ts';
import { findLastSeen } from './anchor.ts';

// In ms: how often the position of a user who scrolls is reported.
const LOOK_MS = 300;

export type Seen = { id: string; position: number };
/**
 * Reports the last message that has been visible, only forwards. The returned function is called at
 * each scroll.
 */
export function useSeen(
  scrollerRef: RefObject<HTMLDivElement | null>,
  messages: readonly Message[],
  onSeen: (seen: Seen) => void,
): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef(messages);
  const furthest = useRef(0);
  const look = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const box = scrollerRef.current;
      const id = box === null ? undefined : findLastSeen(box)?.dataset['message'];
      const message = shown.current.findLast(({ _id }) => _id === id);
      if (message === undefined || message.position <= furthest.current) return;
      furthest.current = message.position;
      onSeen({ id: message._id, position: message.position });
    }, LOOK_MS);
  }, [scrollerRef, onSeen]);
  useEffect(() => {
    shown.current = messages;
    look();
  }, [messages, look]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return look;
}
