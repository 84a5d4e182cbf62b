// The formatting of a message: styles of parts of its text, kept beside the text. Offsets and
// lengths count UTF-16 units.

// A custom emoji is a part too: a picture that is drawn in place of the emoji in the text.

/** The styles that a writer marks. */
export const MARKED_STYLES = ['bold', 'italic', 'strike', 'spoiler', 'code', 'block'] as const;
export type MarkedStyle = (typeof MARKED_STYLES)[number];
export const TEXT_STYLES = [...MARKED_STYLES, 'emoji'] as const;
export type TextStyle = (typeof TEXT_STYLES)[number];
/** `emoji` is the id of a custom emoji, and `image` its file in /media/stickers. */
export type StyledPart = {
  style: TextStyle;
  offset: number;
  length: number;
  emoji?: string;
  image?: string;
};
type Part = { offset: number; length: number };

/** Returns whether a style shows the text as typed, without links, mentions or other styles. */
export const isCode = (style: TextStyle): boolean => style === 'code' || style === 'block';
const endOf = ({ offset, length }: Part): number => offset + length;
const isInsidePair = (text: string, at: number): boolean =>
  /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[at] ?? '');

/** Returns the parts in the order in which they are stored: outer ones before inner ones. */
export const sortStyled = (parts: readonly StyledPart[]): StyledPart[] =>
  [...parts].sort(
    (a, b) =>
      a.offset - b.offset ||
      b.length - a.length ||
      TEXT_STYLES.indexOf(a.style) - TEXT_STYLES.indexOf(b.style),
  );

/**
 * Why parts do not fit a text: a part ends outside of it or inside a character, or parts overlap.
 */
export type FormattingMistake = 'outside' | 'split' | 'overlap';
/**
 * Returns why the sorted parts do not fit a text; null if they do. Parts of one style do not
 * overlap. Code overlaps no other code, and another style covers code whole or not at all.
 */
export function findMistake(text: string, sorted: readonly StyledPart[]): FormattingMistake | null {
  const ends = new Map<string, number>();
  for (const part of sorted) {
    const { style, offset } = part;
    if (endOf(part) > text.length) return 'outside';
    if (isInsidePair(text, offset) || isInsidePair(text, endOf(part))) return 'split';
    const lane = isCode(style) ? 'code' : style;
    if (offset < (ends.get(lane) ?? 0)) return 'overlap';
    ends.set(lane, endOf(part));
  }
  const codes = sorted.filter(({ style }) => isCode(style));
  const cuts = (part: Part, code: Part) =>
    part.offset < endOf(code) &&
    endOf(part) > code.offset &&
    (part.offset > code.offset || endOf(part) < endOf(code));
  return sorted.some((part) => !isCode(part.style) && codes.some((code) => cuts(part, code)))
    ? 'overlap'
    : null;
}

/**
 * Returns the parts of a text that lost its first `cut` units and now has `length` of them, so that
 * each still covers the same words.
 */
export const moveParts = <T extends Part>(parts: readonly T[], cut: number, length: number): T[] =>
  parts.flatMap((part) => {
    const from = Math.max(0, part.offset - cut);
    const to = Math.min(length, endOf(part) - cut);
    return to > from ? [{ ...part, offset: from, length: to - from }] : [];
  });

/** Replaces a spoiler, however long it is: its length would tell something about it. */
const HIDDEN = '▒▒▒▒▒';
/** Returns a text for a preview, without the words of its spoilers. */
export function hideSpoilers(text: string, formatting: readonly StyledPart[]): string {
  let [shown, from] = ['', 0];
  for (const part of formatting) {
    if (part.style !== 'spoiler') continue;
    shown += text.slice(from, part.offset) + HIDDEN;
    from = endOf(part);
  }
  return shown + text.slice(from);
}
