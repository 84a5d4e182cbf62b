import { Parser } from 'htmlparser2';
import { cleanLine } from '@respa/contract/clean-text';
import { fit } from '@respa/contract/characters';
import { LINK_CARDS } from '@respa/contract/limits';

/**
 * What a page says of itself; '' where it says nothing. `picture` is an absolute http(s) address.
 */
export type PageTags = { site: string; title: string; text: string; picture: string };

/** The names of meta tags, the preferred ones first. */
const NAMES = {
  site: ['og:site_name', 'application-name'],
  title: ['og:title', 'twitter:title'],
  text: ['og:description', 'twitter:description', 'description'],
  picture: [
    'og:image:secure_url',
    'og:image',
    'og:image:url',
    'twitter:image',
    'twitter:image:src',
  ],
} as const satisfies Record<keyof PageTags, readonly string[]>;
const WANTED: ReadonlySet<string> = new Set(Object.values(NAMES).flat());
/** Characters of a value that are looked at; an attribute may be as long as the page. */
const MAX_VALUE = 4_000;

/**
 * Parses the head of a page. `charset` is that of the answer's headers, '' if they name none. A
 * page is data of a stranger: nothing of it runs, and every text is plain text of bounded length.
 */
export function readPage(body: Buffer, charset: string, url: string): PageTags {
  const { found, title } = readHead(decode(body, charset));
  const pick = (part: keyof PageTags): string =>
    NAMES[part].map((name) => found.get(name)).find((value) => value !== undefined) ?? '';
  return {
    site: shorten(pick('site') || new URL(url).hostname.replace(/^www\./, ''), LINK_CARDS.site),
    title: shorten(pick('title') || title, LINK_CARDS.title),
    text: shorten(pick('text'), LINK_CARDS.text),
    picture: toHttp(pick('picture'), url),
  };
}
/** Returns a text of a stranger on one line, at most `most` characters long. */
export const shorten = (text: string, most: number): string =>
  fit(cleanLine(text.slice(0, MAX_VALUE)), most);
/** Returns an absolute http(s) address; '' for anything else. */
export function toHttp(address: string, base: string): string {
  const url = address === '' ? null : URL.parse(address, base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : '';
}

function readHead(html: string): { found: Map<string, string>; title: string } {
  const found = new Map<string, string>();
  let [title, isTitle, isOver] = ['', false, false];
  let tags = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      tags += 1;
      if (tags > MAX_TAGS) isOver = true;
      if (name === 'title') isTitle = title === '';
      if (name === 'body') isOver = true;
      if (name !== 'meta' || isOver) return;
      const key = (attributes['property'] ?? attributes['name'] ?? '').toLowerCase().trim();
      const value = (attributes['content'] ?? '').slice(0, MAX_VALUE);
      // The first tag of a name counts, so their number does not matter.
      if (WANTED.has(key) && !found.has(key) && value.trim() !== '') found.set(key, value);
    },
    ontext(text) {
      if (isTitle && title.length < MAX_VALUE) title += text;
    },
    onclosetag(name) {
      if (name === 'title') isTitle = false;
    },
  });
  // In pieces, so that a long body after the head is not parsed.
  for (let at = 0; at < html.length && !isOver; at += PIECE)
    parser.write(html.slice(at, at + PIECE));
  if (!isOver) parser.end();
  return { found, title };
}
const PIECE = 16 * 1024;
/** No head has more. The parser's time grows with the square of the tags that are open. */
const MAX_TAGS = 20_000;

/** Bytes of a page in which its encoding is named (HTML, 13.2.3.2). */
const PRESCANNED = 1_024;
/**
 * Decodes a page: by its byte order mark, the answer's headers, its own meta tag, as UTF-8 if it is
 * that, else as windows-1251, in which old Russian pages are written.
 */
function decode(body: Buffer, charset: string): string {
  if (body.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf))) return decodeAs(body, 'utf-8');
  const own = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([a-z0-9_:.-]{1,40})/i.exec(
    body.toString('latin1', 0, PRESCANNED),
  )?.[1];
  for (const name of [charset, own])
    if (name !== undefined && name !== '' && isKnown(name)) return decodeAs(body, name);
  try {
    // A page that was cut may end inside a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true });
  } catch {
    return decodeAs(body, 'windows-1251');
  }
}
const decodeAs = (body: Buffer, charset: string): string => new TextDecoder(charset).decode(body);
function isKnown(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding !== 'replacement';
  } catch {
    return false;
  }
}
