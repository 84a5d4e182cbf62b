import { chunkOf } from '../messages/chunks.ts';
import type { Message } from '../rooms/room-state.ts';

const FLASH_MS = 1_600;
const FRAMES = 60;
/** Scrolls to a message of the loaded part. A chunk far from the view must be drawn first. */
export function showMessage(id: string, messages: readonly Message[], left = FRAMES): boolean {
  const message = messages.find((one) => one._id === id);
  if (message === undefined) return false;
  const line = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
  if (line === null) {
    document
      .querySelector(`[data-chunk="${chunkOf(message)}"]`)
      ?.scrollIntoView({ block: 'center' });
    if (left > 0) requestAnimationFrame(() => showMessage(id, messages, left - 1));
    return true;
  }
  line.scrollIntoView({ block: 'center' });
  line.dataset['flash'] = '';
  setTimeout(() => delete line.dataset['flash'], FLASH_MS);
  return true;
}
