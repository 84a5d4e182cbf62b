import type { PushSettingsValue } from '@respa/contract/push';

/** Returns whether a time zone has a name that dates can be computed with. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}
/** Returns the minute of the day in a time zone, from 0 to 1439. */
function minuteIn(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value);
  return of('hour') * 60 + of('minute');
}
/**
 * Returns whether a moment is in the quiet hours of a member, in their time zone. The same minute
 * as beginning and end is the whole day.
 */
export function isQuietAt({ quietHours, timeZone }: PushSettingsValue, at: Date): boolean {
  if (quietHours === null) return false;
  const { from, to } = quietHours;
  const minute = minuteIn(timeZone, at);
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}
