import { useEffect, type RefObject } from 'react';
import { makeRoomStream, type RoomStream } from './room-stream.ts';
import { onSent } from '../composer/unsent/outbox.ts';

/** Keeps the stream of a room open while the tab is visible. */
export function useRoomStream(
  {
    roomId,
    kind,
    lastIdRef,
    isReadingRef,
    take,
    onMissed,
    onBroken,
    onGone,
    onRemoved,
  }: RoomStream,
  typingTimersRef: RefObject<Map<string, ReturnType<typeof setTimeout>>>,
): void {
  useEffect(() => {
    const stream = makeRoomStream({
      roomId,
      kind,
      lastIdRef,
      isReadingRef,
      take,
      onMissed,
      onBroken,
      onGone,
      onRemoved,
    });
    const look = () => (document.visibilityState === 'visible' ? stream.start() : stream.stop());
    stream.start();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', stream.start);
    const timers = typingTimersRef.current;
    const unsubscribe = onSent((room, message) => {
      if (room === roomId) take({ type: 'create', message });
    });
    return () => {
      stream.end();
      unsubscribe();
      timers.forEach((timer) => clearTimeout(timer));
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', stream.start);
    };
  }, [
    roomId,
    kind,
    lastIdRef,
    isReadingRef,
    take,
    onMissed,
    onBroken,
    onGone,
    onRemoved,
    typingTimersRef,
  ]);
}
