import { PROMOS } from './limits.ts';
import { parseUrl } from './parse-url.ts';

/** The allowed lifetimes of an ad. */
export const PROMO_DAYS = { least: 1, most: PROMOS.days, unsaid: PROMOS.unsaidDays } as const;

/** Letters of both alphabets in one part of a host: it imitates another address. */
const MIXED = /[a-z]/i;
const CYRILLIC = /[а-яёіјѕ]/i;
/**
 * Returns the full address behind a link that an advertiser typed; null if it is not an absolute
 * http(s) address or hides its destination.
 */
export function parseLink(input: string): string | null {
  const text = input.trim();
  const host = /^https?:\/\/([^/?#\\]+)/i.exec(text)?.[1];
  if (host === undefined || text.length > PROMOS.link || /[\s\\\u0000-\u001f\u007f]/.test(text))
    return null;
  if (host.split('.').some((part) => MIXED.test(part) && CYRILLIC.test(part))) return null;
  const url = parseUrl(text);
  if (
    url === null ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    !url.hostname.includes('.')
  )
    return null;
  return url.href.length > PROMOS.link ? null : url.href;
}
/** Returns the documented sentence; `host` is an example of a valid address. */
export const linkSentence = (host: string): string =>
  `Неверный формат. Пример правильной ссылки: ${host}`;
