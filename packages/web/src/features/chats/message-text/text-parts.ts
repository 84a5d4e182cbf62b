import type { Message } from '../rooms/room-state.ts';

export type TextPart =
  | { text: string; kind: 'text' }
  | { text: string; kind: 'link'; href: string; isOurs: boolean }
  | { text: string; kind: 'mention'; userId: string };
const LINK = /(?:https?:\/\/|www\.)[^\s<>"«»]+/gi;
// Characters that end a sentence and not an address. A closing bracket is kept if its opening one
// is in the address.
const BRACKETS = [
  ['(', ')'],
  ['[', ']'],
] as const;
const TAIL = /[.,:;!?…'"”’*_]+$/;

function trimLink(found: string): string {
  let link = found;
  for (;;) {
    const short = link.replace(TAIL, '');
    const next = BRACKETS.some(
      ([open, close]) =>
        short.endsWith(close) && short.split(open).length < short.split(close).length,
    )
      ? short.slice(0, -1)
      : short;
    if (next === link) return link;
    link = next;
  }
}
function readLink(text: string, origin: string): { href: string; isOurs: boolean } | null {
  const url = URL.parse(/^www\./i.test(text) ? `https://${text}` : text);
  if (url === null || (!url.hostname.includes('.') && url.origin !== origin)) return null;
  const isOurs = url.origin === origin;
  return { href: isOurs ? `${url.pathname}${url.search}${url.hash}` : url.href, isOurs };
}
function splitLinks(text: string, origin: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(LINK)) {
    const shown = trimLink(match[0]);
    const link = readLink(shown, origin);
    if (link === null) continue;
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) });
    parts.push({ kind: 'link', text: shown, ...link });
    from = match.index + shown.length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}
/**
 * Splits a text into words, links and mentions. `origin` is this site's origin: links to it stay
 * inside the app.
 */
export function splitText(
  { message: text, mentions }: Pick<Message, 'message' | 'mentions'>,
  origin: string,
): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { user, offset, length } of mentions) {
    if (offset > from) parts.push(...splitLinks(text.slice(from, offset), origin));
    parts.push({ kind: 'mention', text: text.slice(offset, offset + length), userId: user });
    from = offset + length;
  }
  if (from < text.length) parts.push(...splitLinks(text.slice(from), origin));
  return parts;
}
