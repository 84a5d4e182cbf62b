import { DAY_MS } from './durations.ts';

const DOTTED = /^(\d{2})\.(\d{2})\.(\d{4})$/;
/**
 * Parses a calendar day or a moment, ISO or dd.mm.yyyy, to milliseconds. Returns null if it is
 * invalid, including the 31st of February.
 */
export function parseDay(input: string): number | null {
  const dotted = DOTTED.exec(input);
  const iso = dotted === null ? input : `${dotted[3]}-${dotted[2]}-${dotted[1]}`;
  const time = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.test(iso)
    ? Date.parse(iso)
    : Number.NaN;
  // The parser reads some invalid days as days of the next month.
  const isDay =
    !Number.isNaN(time) &&
    new Date(`${iso.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(iso.slice(0, 10));
  return isDay ? time : null;
}
/**
 * Parses a lifetime in days: a whole number from `least` on, or a future date up to which the days
 * are counted; an empty input gives `unsaid`. Returns null if it is invalid.
 */
export function parseDays(
  input: string,
  now: number,
  { least, most, unsaid }: { least: number; most: number; unsaid: number },
): number | null {
  const text = input.trim();
  if (text === '') return unsaid;
  if (/^\d{1,4}$/.test(text))
    return Number(text) >= least && Number(text) <= most ? Number(text) : null;
  const at = parseDay(text);
  const days = at === null ? 0 : Math.ceil((at - now) / DAY_MS);
  return days >= 1 && days <= most ? days : null;
}
/**
 * Returns the end of a lifetime of the given number of 24-hour days from `start`
 * (`docs/decisions.md`).
 */
export const endOf = (start: Date, days: number): Date => new Date(start.getTime() + days * DAY_MS);
/**
 * Returns the end of a lifetime that is prolonged: by a number of days from its end, or from now if
 * it is over; up to a date if `input` is one. It never ends earlier than before.
 */
export function prolongedEnd(input: string, days: number, ends: Date, now: Date): Date {
  const start = ends > now ? ends : now;
  if (/^\d*$/.test(input.trim())) return endOf(start, days);
  const until = endOf(now, days);
  return until > ends ? until : ends;
}
