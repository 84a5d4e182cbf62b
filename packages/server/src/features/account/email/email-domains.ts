import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * Alphabets that a label of a domain may be written in, each alone. Latin: English, and the letters
 * of European languages up to U+017E without those that look like others (ı, ŀ, ĸ, ŉ).
 */
const ALPHABETS = [
  /^[a-z0-9\u00df-\u00f6\u00f8-\u0130\u0132-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u017e-]+$/u,
  /^[\p{Script=Cyrillic}\d-]+$/u,
  /^[\p{Script=Greek}\d-]+$/u,
  /^[\p{Script=Armenian}\d-]+$/u,
  /^[\p{Script=Georgian}\d-]+$/u,
  /^[\p{Script=Hebrew}\d-]+$/u,
  /^[\p{Script=Arabic}\d-]+$/u,
  /^[\p{Script=Devanagari}\d-]+$/u,
  /^[\p{Script=Thai}\p{Mn}\d-]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\d-]+$/u,
  /^[\p{Script=Hangul}\d-]+$/u,
];
/** Labels of another alphabet that can be read as English; digits do not tell them apart. */
const LOOKS_ENGLISH =
  /^(?:[асԁеһіјӏорԛѕхуѵԝ\d-]+|[\p{Script=Greek}\d-]+|[\p{Script=Armenian}\d-]+)$/u;
const HAS_LETTER_BEYOND_ASCII = /[^\u0000-\u007f]/u;
/** What the converter would take for a port, a path, an escape or an address. */
const FOREIGN = /[:/?#%\\[\]@]/;

/**
 * Returns a domain in ASCII form, as it is stored. A domain that is in ASCII already, or is none,
 * is returned as it is.
 */
export const toAsciiDomain = (domain: string): string =>
  HAS_LETTER_BEYOND_ASCII.test(domain) && !FOREIGN.test(domain) ? domainToASCII(domain) : domain;

/**
 * Returns whether a domain, in lower case and NFC, is what it looks like: the converter changes no
 * letter of it, in neither direction; each label is written in one alphabet; and none of another
 * alphabet can be read as English, unless the whole domain ends in that alphabet.
 */
export function isPlainDomain(domain: string): boolean {
  const ascii = toAsciiDomain(domain);
  const shown = domainToUnicode(ascii);
  if (domainToASCII(shown) !== ascii) return false;
  const [labels, typed, stored] = [shown.split('.'), domain.split('.'), ascii.split('.')];
  if (labels.length !== typed.length || labels.length !== stored.length) return false;
  const endsInEnglish = !HAS_LETTER_BEYOND_ASCII.test(labels.at(-1)!);
  return labels.every(
    (label, at) =>
      (typed[at] === label || typed[at] === stored[at]) &&
      // A label that stays encoded is encoded wrongly.
      !label.startsWith('xn--') &&
      ALPHABETS.some((alphabet) => alphabet.test(label)) &&
      !(endsInEnglish && HAS_LETTER_BEYOND_ASCII.test(label) && LOOKS_ENGLISH.test(label)),
  );
}
