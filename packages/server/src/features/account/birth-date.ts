import { MIN_AGE } from '@respa/contract/account-limits';
import { appError } from '@respa/contract/app-errors';
import { now } from '#platform/runtime/clock.ts';

/** Whole years between a birth date and today, both in UTC. */
export function yearsSince(birthDate: string): number {
  const [year, month, day] = birthDate.split('-').map(Number) as [number, number, number];
  const today = now();
  const had =
    today.getUTCMonth() + 1 > month ||
    (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
  return today.getUTCFullYear() - year - (had ? 0 : 1);
}

/**
 * Reads `YYYY-MM-DD`; throws `bad_input` if it is not a real day, lies in the future, or makes the
 * person too young.
 */
export function readBirthDate(input: string): string {
  const refuse = (text: string) => appError('bad_input', { text, fields: { age: text } });
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(input);
  if (input === '') throw refuse('Введите дату рождения');
  if (match === null) throw refuse('Неверная дата рождения.');
  const date = new Date(`${input}T00:00:00Z`);
  if (
    Number.isNaN(date.getTime()) ||
    date.toISOString().slice(0, 10) !== input ||
    Number(match[1]) < 1900
  )
    throw refuse('Неверная дата рождения.');
  const years = yearsSince(input);
  if (years < 0) throw refuse('Неверная дата рождения.');
  if (years < MIN_AGE) throw refuse(`Регистрация доступна с ${MIN_AGE} лет`);
  return input;
}
