import { isLonger } from '@respa/contract/characters';
import { cleanLine } from '@respa/contract/clean-text';
import { parseLifetime, parsePrice } from '@respa/contract/classified-rules';
import { parsePhone } from '@respa/contract/phones';
import { appError, ERROR_CATALOGUE, type ErrorCode } from '@respa/contract/app-errors';
import { CLASSIFIEDS } from '@respa/contract/limits';
import { nowMs } from '#platform/runtime/clock.ts';
import type { StoredPassport } from './queries.ts';

const refuse = (code: ErrorCode, field: string) =>
  appError(code, { fields: { [field]: ERROR_CATALOGUE[code].text } });

/** Reads a price in roubles. Throws `bad_price`, also if it is missing. */
export function readPrice(input: string | number | undefined): number {
  const price = parsePrice(String(input ?? ''));
  if (price === null) throw refuse('bad_price', 'price');
  return price;
}
/** Reads a lifetime in days. Throws `bad_lifetime`. */
export function readLifetime(input: string | number | undefined, fallback: number): number {
  const days = input === undefined ? fallback : parseLifetime(String(input), nowMs());
  if (days === null) throw refuse('bad_lifetime', 'dieDate');
  return days;
}
/** Returns a telephone number in plain characters; it may be empty. Throws `bad_phone`. */
export function readPhone(input: string): string {
  const phone = parsePhone(input);
  if (phone === null) throw refuse('bad_phone', 'phone');
  return phone;
}
/** Returns the start of a number, to show that there is one. */
export function maskPhone(phone: string): string {
  let shown = 0;
  return phone.replace(/\d/g, (digit) => ((shown += 1) <= 2 ? digit : '•'));
}

const KEYS = ['region', 'rank', 'phone', 'mail', 'bans'] as const;
const LONGEST = {
  region: CLASSIFIEDS.line,
  rank: CLASSIFIEDS.line,
  bans: CLASSIFIEDS.bans,
} as const;
const textOf = (value: unknown, longest: number): string | null => {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed())
    throw refuse('bad_passport', 'passport');
  const text = cleanLine(value);
  if (isLonger(text, longest)) throw refuse('bad_passport', 'passport');
  return text === '' ? null : text;
};
const answerOf = (value: unknown): boolean | null => {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? null;
  throw refuse('bad_passport', 'passport');
};
/** Reads the details of an account for sale; null if none is sold. Throws `bad_passport`. */
export function readPassport(input: string): StoredPassport | null {
  if (input === '') return null;
  let raw: unknown;
  try {
    raw = JSON.parse(input);
  } catch {
    throw refuse('bad_passport', 'passport');
  }
  if (
    raw === null ||
    typeof raw !== 'object' ||
    Array.isArray(raw) ||
    Object.keys(raw).some((key) => !(KEYS as readonly string[]).includes(key))
  )
    throw refuse('bad_passport', 'passport');
  const { region, rank, phone, mail, bans } = raw as Partial<
    Record<(typeof KEYS)[number], unknown>
  >;
  return {
    region: textOf(region, LONGEST.region),
    rank: textOf(rank, LONGEST.rank),
    phone: answerOf(phone),
    mail: answerOf(mail),
    bans: textOf(bans, LONGEST.bans),
  };
}
