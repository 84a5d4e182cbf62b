// Formats numbers and times in Russian. Times are shown in the user's own time zone.
import { DAY_MS } from '@respa/contract/durations';
import { firstCharacters, isLonger } from '@respa/contract/characters';

const rules = new Intl.PluralRules('ru');
// A browser needs 25 ms for its first Intl.NumberFormat and 5 ms for a DateTimeFormat, and phones
// need four times that: too long before the first paint.
const MONTHS = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
];
const WEEKDAYS = [
  'воскресенье',
  'понедельник',
  'вторник',
  'среда',
  'четверг',
  'пятница',
  'суббота',
];
const dayMonth = (date: Date) => `${date.getDate()} ${MONTHS[date.getMonth()]}`;

/** The forms for 1, 2 and 5: ['год', 'года', 'лет']. */
export type Forms = readonly [one: string, few: string, many: string];

export function plural(number: number, [one, few, many]: Forms): string {
  const rule = rules.select(Math.abs(number));
  return rule === 'one' ? one : rule === 'few' ? few : many;
}

/** '12 480', '−1,5'. The spaces are non-breaking. */
export function count(number: number): string {
  const [whole, part] = String(Math.abs(number)).split('.');
  return `${number < 0 ? '\u2212' : ''}${whole!.replace(/\B(?=(\d{3})+$)/g, '\u00a0')}${part === undefined ? '' : `,${part}`}`;
}

/** counted(3, ['друг', 'друга', 'друзей']) → '3 друга'. */
export function counted(number: number, forms: Forms): string {
  return `${count(number)}\u00a0${plural(number, forms)}`;
}

export function years(age: number): string {
  return counted(age, ['год', 'года', 'лет']);
}

/** '1,2 тыс.', for places too narrow for the whole number. */
export function shortCount(number: number): string {
  if (number < 10_000) return count(number);
  if (number < 1_000_000) return `${count(Math.floor(number / 100) / 10)}\u00a0тыс.`;
  return `${count(Math.floor(number / 100_000) / 10)}\u00a0млн`;
}

/** shortCounted(12_401, ['просмотр', 'просмотра', 'просмотров']) → '12,4 тыс. просмотров'. */
export function shortCounted(number: number, forms: Forms): string {
  return `${shortCount(number)}\u00a0${number < 10_000 ? plural(number, forms) : forms[2]}`;
}

const two = (number: number) => String(number).padStart(2, '0');

export type Moment = string | number | Date;

function moment(value: Moment): Date | undefined {
  const date = value instanceof Date ? value : new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** hh:mm */
export function clock(value: Moment): string {
  const date = moment(value);
  return date ? `${two(date.getHours())}:${two(date.getMinutes())}` : '';
}

/** dd.mm.yyyy */
export function day(value: Moment): string {
  const date = moment(value);
  return date ? `${two(date.getDate())}.${two(date.getMonth() + 1)}.${date.getFullYear()}` : '';
}

/** dd.mm.yyyy hh:mm, the documented format of posts and comments. */
export function dateTime(value: Moment): string {
  const date = moment(value);
  return date ? `${day(date)} ${clock(date)}` : '';
}

/** 'пятница, 20 ноября' */
export function weekdayAndDay(value: Moment): string {
  const date = moment(value);
  return date ? `${WEEKDAYS[date.getDay()]}, ${dayMonth(date)}` : '';
}

const midnight = (date: Date) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

function daysBetween(earlier: Date, later: Date): number {
  // Rounded, because a day with a clock change has 23 or 25 hours.
  return Math.round((midnight(later) - midnight(earlier)) / DAY_MS);
}

/**
 * 'только что', '5 минут назад', 'сегодня в 21:12', 'вчера в 23:05', '12 ноября в 09:30', '12
 * ноября 2025'.
 */
export function relative(value: Moment, now: Moment = new Date()): string {
  const date = moment(value);
  const present = moment(now);
  if (!date || !present) return '';
  const seconds = (present.getTime() - date.getTime()) / 1000;
  // A time a few seconds ahead, because the server's clock is ahead of the user's, is not the
  // future.
  if (seconds < 60 && seconds > -60) return 'только что';
  if (seconds >= 60 && seconds < 3600)
    return `${counted(Math.floor(seconds / 60), ['минуту', 'минуты', 'минут'])} назад`;
  const passed = daysBetween(date, present);
  if (passed === 0) return `сегодня в ${clock(date)}`;
  if (passed === 1) return `вчера в ${clock(date)}`;
  if (passed === -1) return `завтра в ${clock(date)}`;
  if (date.getFullYear() === present.getFullYear()) return `${dayMonth(date)} в ${clock(date)}`;
  return fullDay(date);
}

/**
 * The shortest format: '21:46' today, 'вчера', '12 ноя', '12.11.2025'. Used in the list of rooms.
 */
export function brief(value: Moment, now: Moment = new Date()): string {
  const date = moment(value);
  const present = moment(now);
  if (!date || !present) return '';
  const passed = daysBetween(date, present);
  if (passed <= 0) return clock(date);
  if (passed === 1) return 'вчера';
  if (date.getFullYear() === present.getFullYear())
    return dayMonth(date).replace(/([а-я]{3})[а-я]*$/, '$1');
  return day(date);
}

/**
 * The separator between the days of a conversation: 'Сегодня', 'Вчера', '12 ноября', '12 ноября
 * 2025'.
 */
export function dayLine(value: Moment, now: Moment = new Date()): string {
  const date = moment(value);
  const present = moment(now);
  if (!date || !present) return '';
  const passed = daysBetween(date, present);
  if (passed === 0) return 'Сегодня';
  if (passed === 1) return 'Вчера';
  return date.getFullYear() === present.getFullYear() ? dayMonth(date) : fullDay(date);
}

function fullDay(date: Date): string {
  return `${dayMonth(date)} ${date.getFullYear()}`;
}

/** '512 Б', '14 КБ', '12,3 МБ', '1,1 ГБ'. */
export function sizeOf(bytes: number): string {
  const step = [1024, 1024 ** 2, 1024 ** 3].findLastIndex((size) => bytes >= size) + 1;
  const size = bytes / 1024 ** step;
  return `${count(step < 2 ? Math.round(size) : Math.round(size * 10) / 10)}\u00a0${['Б', 'КБ', 'МБ', 'ГБ'][step]}`;
}

/** '+3°', '0°', '−12°': whole degrees with their sign. */
export function degrees(temp: number): string {
  const whole = Math.round(temp);
  return `${whole > 0 ? '+' : whole < 0 ? '\u2212' : ''}${Math.abs(whole)}°`;
}

/** '0:24', '12:05', '1:02:45': the length of a voice message or a video. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

/** Cuts the text at whole characters, never inside a surrogate pair: 'Собираемся в 20:0…'. */
export function shorten(text: string, limit: number): string {
  return isLonger(text, limit) ? `${firstCharacters(text, limit).trimEnd()}…` : text;
}
