// The rules for characters of texts.
//
// Length is measured in code points, as every text limit does (JSON Schema's `maxLength` too): an
// emoji of one code point is one character, although a string stores it in two units. Texts are cut
// between graphemes, the characters that a reader sees: never inside an emoji of several code
// points, nor between a letter and its accent.

/** Returns whether a text has more characters than `most`. */
export const isLonger = (text: string, most: number): boolean =>
  text.length > most && Array.from(text).length > most;

/** Enough code units for the grapheme at the cut: a family emoji has 11, a subdivision flag 14. */
const GRAPHEME_UNITS = 64;
// Created at the first cut: pages that cut no text do not pay for it.
let segmenter: Intl.Segmenter | undefined;
const segment = (text: string) => (segmenter ??= new Intl.Segmenter('ru')).segment(text);
/**
 * Returns the longest start of a text that has at most `most` characters and ends between two
 * graphemes.
 */
export function firstCharacters(text: string, most: number): string {
  if (!isLonger(text, most)) return text;
  const start = Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('');
  const around = text.slice(0, start.length + GRAPHEME_UNITS);
  return start.slice(0, segment(around).containing(start.length)!.index);
}
/** Returns the first grapheme of a text, such as the initial of a name; '' if there is none. */
export const initialOf = (text: string): string =>
  segment(text.slice(0, GRAPHEME_UNITS)).containing(0)?.segment ?? '';
/** Returns at most `most` characters; if the text is longer, the last one is '…'. */
export const fit = (text: string, most: number): string =>
  isLonger(text, most) ? `${firstCharacters(text, most - 1).trimEnd()}…` : text;

/**
 * Unicode's format characters (zero-width and bidirectional ones), what Unicode tells fonts to
 * ignore (fillers, selectors), and the blank Braille pattern.
 */
export const INVISIBLE = String.raw`\p{Cf}\p{DI}\u2800`;
const VISIBLE = new RegExp(String.raw`[^\s\p{Cc}\p{M}${INVISIBLE}]`, 'u');
/** Returns whether a text has no character that a reader could see. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

/** Hebrew, Arabic and the other scripts written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/**
 * Returns a name or a title for use inside a sentence: one written from right to left is put
 * between bidirectional isolates (U+2068, U+2069), so that it does not reorder the words around it.
 */
export const isolate = (name: string): string =>
  RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
/** Returns a sentence with what it quotes in «» isolated: titles and names of things. */
export const isolateQuoted = (sentence: string): string =>
  RIGHT_TO_LEFT.test(sentence)
    ? sentence.replace(/«([^«»]+)»/g, (_, title: string) => `«${isolate(title)}»`)
    : sentence;
/** Returns a person's name and surname for the screen. */
export const displayName = (person: { name: string; surname: string }): string =>
  isolate(`${person.name} ${person.surname}`.trim());
