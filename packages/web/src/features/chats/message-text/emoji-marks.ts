// A custom emoji in the field of a writer: an emoji and a mark behind it that holds the id of the
// picture. The mark is made of variation selectors, which are drawn as nothing and belong to the
// emoji before them, so that the cursor never stands between the two.
import type { StyledPart } from '@respa/contract/formatting';

const FIRST = 0xe0100;
const BASE = 128n;
/** Signs of a mark: 128 bits of an id, seven in each. */
const SIGNS = 19;
const SIGN = '[\\u{E0100}-\\u{E017F}]';
const WHOLE = new RegExp(`${SIGN}{${SIGNS}}`, 'uy');
/** Every sign of a mark. */
export const EMOJI_MARKS = new RegExp(SIGN, 'gu');
const RUN = new RegExp(`${SIGN}+`, 'gu');
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[#*\d]\ufe0f?\u20e3)/u;
/** The longest emoji that is looked for, in UTF-16 units. */
const LONGEST = 40;

/** The files of custom emoji by id, as far as this page has seen them. */
const images = new Map<string, string>();
/** Remembers the file of a custom emoji, so that an unsent message can draw it. */
export const rememberEmoji = (id: string, image: string): void => void images.set(id, image);
/** Returns the part of a text that a custom emoji covers. */
export const emojiPart = (emoji: string, offset: number, length: number): StyledPart => {
  const image = images.get(emoji);
  return { style: 'emoji', offset, length, emoji, ...(image === undefined ? {} : { image }) };
};

/** Returns the mark of a custom emoji, to be written after its emoji. */
export function writeEmojiMark(id: string): string {
  let rest = BigInt(`0x${id.replaceAll('-', '') || '0'}`);
  let mark = '';
  for (let sign = 0; sign < SIGNS; sign += 1) {
    mark = String.fromCodePoint(FIRST + Number(rest % BASE)) + mark;
    rest /= BASE;
  }
  return mark;
}
/** Returns the mark at an index and the id in it, or null. */
export function readEmojiMark(source: string, at: number): { mark: string; id: string } | null {
  if (source[at] !== '\udb40') return null;
  WHOLE.lastIndex = at;
  const [mark] = WHOLE.exec(source) ?? [];
  if (mark === undefined) return null;
  let value = 0n;
  for (const sign of mark) value = value * BASE + BigInt(sign.codePointAt(0)! - FIRST);
  const hex = value.toString(16).padStart(32, '0').slice(-32);
  return { mark, id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
}
/** Returns the emoji that ends a text, or ''. */
export function lastEmoji(text: string): string {
  const last = [...new Intl.Segmenter('ru').segment(text.slice(-LONGEST))].at(-1)?.segment ?? '';
  return EMOJI.test(last) ? last : '';
}
/**
 * Returns a text without custom emoji of whose mark a part was deleted, as by Backspace, and where
 * the cursor is then.
 */
export function dropBroken(text: string, cursor: number): { text: string; cursor: number } {
  if (!text.includes('\udb40')) return { text, cursor };
  let [whole, from, moved] = ['', 0, cursor];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if ([...run].length % SIGNS === 0 && lastEmoji(text.slice(0, index)) !== '') continue;
    const start = index - lastEmoji(text.slice(from, index)).length;
    whole += text.slice(from, start);
    from = index + run.length;
    if (cursor >= from) moved -= from - start;
    else if (cursor > start) moved = whole.length;
  }
  return { text: whole + text.slice(from), cursor: moved };
}
