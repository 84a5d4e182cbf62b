import { useSyncExternalStore } from 'react';
import { today } from '#lib/text/calendar-day.ts';

const MINUTE_MS = 60_000;
/** In ms: texts such as '5 минут назад' are at most this much behind. */
const STEP_MS = 10_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function tick(): void {
  clearTimeout(timer);
  // Just after the minute begins, so that days change at midnight.
  timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS) + 20);
  for (const listener of listeners) listener();
}
const wake = () => {
  if (document.visibilityState === 'visible') tick();
};
/** The site's one clock: tells when a minute begins, and when a page returns to the front. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', wake);
  listeners.add(listener);
  if (listeners.size === 1) tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', wake);
  };
}
const step = () => Math.floor(Date.now() / STEP_MS) * STEP_MS;

/** Returns the current time in ms, rounded down to ten seconds and renewed every minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, step, step);
/** Returns today's date in the user's time zone as yyyy-mm-dd. Changes at midnight. */
export const useToday = (): string => useSyncExternalStore(subscribe, today, today);
