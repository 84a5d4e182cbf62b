import { cleanLine } from './clean-text.ts';

/** Digits of a number: the shortest local one, and the longest one of E.164. */
const DIGITS = { least: 5, most: 15 };
/** Hyphens, dashes and minus signs, also wide ones. */
const DASH = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g;

/**
 * Returns a telephone number as it was typed, in plain characters: `tel:` addresses, no-break and
 * wide characters and direction marks come with numbers copied from contacts. Returns '' for an
 * empty text and null for one that is not a number.
 */
export function parsePhone(typed: string): string | null {
  const phone = cleanLine(
    cleanLine(typed)
      .replace(DASH, '-')
      .normalize('NFKC')
      .replace(/^tel:\s*/i, '')
      .replace(/;.*$/, ''),
  );
  if (phone === '') return '';
  const digits = phone.replace(/\D/g, '').length;
  return /^\+?[\d\s().-]+$/.test(phone) && digits >= DIGITS.least && digits <= DIGITS.most
    ? phone
    : null;
}
