import { useEffect } from 'react';
import { workAll } from './composer/unsent/outbox.ts';
import { startSound } from './rooms/sound.ts';

/**
 * Sends what waits since an earlier visit, and plays the sound of new messages. It draws nothing.
 */
export function ChatsBackground() {
  useEffect(() => {
    workAll();
    return startSound();
  }, []);
  return null;
}
