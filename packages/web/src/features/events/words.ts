import { dayLine } from '#lib/text/format.ts';

/** Returns the day of an event in the user's time zone: '2 августа', '2 августа 2027, 13:07'. */
export function dayOf({ date, time }: { date: string; time: string }, today: string): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return `${dayLine(new Date(year, month - 1, day), `${today}T12:00`)}${time === '' ? '' : `, ${time}`}`;
}
