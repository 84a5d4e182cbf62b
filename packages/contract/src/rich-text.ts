// The parts of a text written by a person: words, addresses, mentions, tags and times of a video.
// Every screen that shows such a text splits it here.
import { isDomainEnding } from './domain-endings.ts';
import { parseUrl } from './parse-url.ts';

export type TextPart =
  | { text: string; kind: 'text' }
  /** `href` is an absolute http(s) or mailto address. */
  | { text: string; kind: 'link'; href: string }
  | { text: string; kind: 'mention'; userId: string }
  /** `tag` is the word without its sign, in lower case. */
  | { text: string; kind: 'tag'; tag: string }
  /** A place in a video, such as 1:02:03. */
  | { text: string; kind: 'time'; seconds: number };
/** A user named in a text; `offset` and `length` count UTF-16 units. */
export type Mention = { user: string; offset: number; length: number };
type SplitOptions = {
  /** The origin of this site: its addresses are links even without a dot in the host. */
  origin?: string;
  /** In the order of their offsets, not overlapping. */
  mentions?: readonly Mention[];
  /** The length of the video that times refer to, in seconds; without it, times stay words. */
  seconds?: number;
};

const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_-]{0,61}[\p{L}\p{N}\p{M}])?`;
const PORT = String.raw`(?::\d{1,5}(?!\d))?`;
/** Not directly after a word, an address or a path, nor directly before the rest of one. */
const BEFORE = String.raw`(?<![\p{L}\p{N}\p{M}_@/\\.:-])`;
const AFTER = String.raw`(?![\p{L}\p{N}\p{M}_@-]|\.[\p{L}\p{N}])`;
/** A mail address may follow a colon, as in `почта:a@b.ru`, but not that of a password. */
const BEFORE_MAIL = String.raw`(?<![\p{L}\p{N}\p{M}_@/\\.%+-])(?<!\/\/\S{0,80}:)`;
const ADDRESS = new RegExp(
  [
    String.raw`(?<![a-z0-9+.-])(?<host>https?:\/\/(?:${LABEL}\.)*${LABEL}${PORT})`,
    String.raw`${BEFORE_MAIL}(?<mail>[a-z0-9_](?:[a-z0-9._%+-]{0,62}[a-z0-9_+-])?@(?:${LABEL}\.)+\p{L}{2,24})${AFTER}`,
    String.raw`${BEFORE}(?<bare>(?:${LABEL}\.)+(?<ending>xn--[a-z0-9]+|\p{L}{2,24})${PORT})${AFTER}`,
  ].join('|'),
  'giu',
);
/** What ends an address wherever it stands: spaces, invisible characters, quotes, an ellipsis. */
const END = /[\s\p{Cc}\p{Cf}<>"`«»‹›“”„‟‘’‚‛…]/u;
/** What ends a sentence or a quotation and not an address, if it stands at its end. */
const TRAILING = /[.,!?;:'*|([{‐-―]$/u;
const CLOSERS = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

/** Returns where the path, query and fragment that begin at `from` end. */
function findPathEnd(text: string, from: number): number {
  if (!/[/?#]/.test(text[from] ?? '')) return from;
  const open: string[] = [];
  let end = from;
  for (const sign of text.slice(from)) {
    // A dash joins words of a title, as in Москва_—_Петушки; elsewhere it is punctuation.
    if (END.test(sign) || (sign === '—' && text[end - 1] !== '_')) break;
    const opener = CLOSERS.get(sign);
    if (opener !== undefined && open.pop() !== opener) break;
    if (sign === '(' || sign === '[' || sign === '{') open.push(sign);
    end += sign.length;
  }
  while (end > from && TRAILING.test(text.slice(from, end))) end -= 1;
  return end;
}
/** A word such as `Да.Ru` is a sentence without a space, not an address. */
const isCapitalised = (ending: string): boolean => /^\p{Lu}\p{Ll}/u.test(ending);
function hrefOf(shown: string, origin: string | undefined): string | null {
  const url = parseUrl(/^https?:/i.test(shown) ? shown : `https://${shown}`);
  if (url === null) return null;
  return url.hostname.includes('.') || url.origin === origin ? url.href : null;
}

function* splitLinks(text: string, origin: string | undefined): Generator<TextPart> {
  let from = 0;
  ADDRESS.lastIndex = 0;
  for (let match = ADDRESS.exec(text); match !== null; match = ADDRESS.exec(text)) {
    const { mail, bare, ending = '' } = match.groups!;
    const start = match.index;
    const isKnown =
      bare === undefined ||
      /^www\./i.test(bare) ||
      (isDomainEnding(ending.toLowerCase()) && !isCapitalised(ending));
    const end =
      mail === undefined ? findPathEnd(text, start + match[0].length) : start + match[0].length;
    const shown = text.slice(start, end);
    const href = mail === undefined ? (isKnown ? hrefOf(shown, origin) : null) : `mailto:${mail}`;
    if (href === null) continue;
    if (start > from) yield { kind: 'text', text: text.slice(from, start) };
    yield { kind: 'link', text: shown, href };
    from = end;
    ADDRESS.lastIndex = end;
  }
  if (from < text.length) yield { kind: 'text', text: text.slice(from) };
}

/** Characters of a tag without its sign. */
const MAX_TAG = 50;
/** A sign at the start of a word, and letters, digits and underscores with a letter among them. */
const TAG = new RegExp(
  String.raw`(?<![\p{L}\p{N}\p{M}_#&@/])#(?=[\p{N}_]*\p{L})([\p{L}\p{N}\p{M}_]{1,${MAX_TAG}})(?![\p{L}\p{N}\p{M}_#])`,
  'gu',
);
/** Returns where a tag leads: to the search for it. */
export const tagAddress = (tag: string): string => `/search?q=${encodeURIComponent(`#${tag}`)}`;
function* splitTags(text: string): Generator<TextPart> {
  let from = 0;
  for (const { 0: shown, 1: tag, index } of text.matchAll(TAG)) {
    if (index > from) yield { kind: 'text', text: text.slice(from, index) };
    yield { kind: 'tag', text: shown, tag: tag!.toLowerCase().normalize('NFC') };
    from = index + shown.length;
  }
  if (from < text.length) yield { kind: 'text', text: text.slice(from) };
}

const TIME =
  /(?<![\p{L}\p{N}:.,-])(?:(\d{1,2}):([0-5]\d)|(\d{1,3})):([0-5]\d)(?![\p{L}\p{N}:]|[.,]\d)/gu;
function* splitTimes(text: string, length: number): Generator<TextPart> {
  let from = 0;
  for (const { 0: shown, 1: hours, 2: minutes, 3: all, 4: seconds, index } of text.matchAll(TIME)) {
    const at = Number(hours ?? 0) * 3_600 + Number(minutes ?? all) * 60 + Number(seconds);
    if (at > length) continue;
    if (index > from) yield { kind: 'text', text: text.slice(from, index) };
    yield { kind: 'time', text: shown, seconds: at };
    from = index + shown.length;
  }
  if (from < text.length) yield { kind: 'text', text: text.slice(from) };
}

function* splitWords(text: string, { origin, seconds }: SplitOptions): Generator<TextPart> {
  for (const part of splitLinks(text, origin)) {
    if (part.kind !== 'text') yield part;
    else
      for (const word of splitTags(part.text))
        if (seconds === undefined || word.kind !== 'text') yield word;
        else yield* splitTimes(word.text, seconds);
  }
}

/** Splits a text into parts, which concatenate to it. */
export function splitText(text: string, options: SplitOptions = {}): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { user, offset, length } of options.mentions ?? []) {
    if (offset > from) parts.push(...splitWords(text.slice(from, offset), options));
    parts.push({ kind: 'mention', text: text.slice(offset, offset + length), userId: user });
    from = offset + length;
  }
  if (from < text.length) parts.push(...splitWords(text.slice(from), options));
  return parts;
}
