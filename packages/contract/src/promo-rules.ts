import { PROMOS } from './limits.ts';

// Browsers and Node both have it; the contract's own types know neither.
declare const URL: {
  canParse(text: string): boolean;
  new (text: string): {
    protocol: string;
    username: string;
    password: string;
    hostname: string;
    href: string;
  };
};

/** The lifetimes that an ad may have. */
export const PROMO_DAYS = { least: 1, most: PROMOS.days, unsaid: PROMOS.unsaidDays } as const;

/** Letters of both alphabets in one part of a host: what looks like an address of somebody else. */
const MIXED = /[a-z]/i;
const CYRILLIC = /[а-яёіјѕ]/i;
/** The whole address behind a link that an advertiser typed; null for all that is no absolute http(s) address, or hides where it leads. */
export function parseLink(input: string): string | null {
  const text = input.trim();
  const host = /^https?:\/\/([^/?#\\]+)/i.exec(text)?.[1];
  if (host === undefined || text.length > PROMOS.link || /[\s\\\u0000-\u001f\u007f]/.test(text))
    return null;
  if (host.split('.').some((part) => MIXED.test(part) && CYRILLIC.test(part))) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
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
/** The documented sentence; `host` is an address that is right. */
export const linkSentence = (host: string): string =>
  `Неверный формат. Пример правильной ссылки: ${host}`;
