import { DAY_MS } from '@respa/contract/durations';
import { localDay, typeDay } from '#lib/text/calendar-day.ts';
import { clock } from '#lib/text/format.ts';

/** Whether something is published later, and the day and hour in the writer's time zone. */
export type Delay = { isDelayed: boolean; day: string; hour: string };
/** What a delay that cannot be used says. */
export const WRONG_DELAY = 'Выберите время в будущем, не дальше года.';

/** Returns the delay of something that is published at `at`; by default none, set to tomorrow. */
export function delayOf(at: string | null | undefined): Delay {
  const moment = new Date(at ?? Date.now() + DAY_MS);
  return { isDelayed: at != null, day: localDay(moment), hour: clock(moment) };
}
/**
 * Returns the moment of a delay in the server's format, '' for none, or null if it is invalid or
 * past.
 */
export function momentOf({ isDelayed, day, hour }: Delay): string | null {
  if (!isDelayed) return '';
  const at = typeDay(day) === '' || !/^\d{2}:\d{2}$/.test(hour) ? null : new Date(`${day}T${hour}`);
  return at === null || !(at.getTime() > Date.now()) ? null : at.toISOString();
}
