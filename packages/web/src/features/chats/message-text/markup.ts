// The marks by which a writer formats a message in the field, such as **bold**. A message is stored
// without them: its text and, beside it, the styled parts.
//
// A mark counts only as one of a pair around words: it opens before a word and closes after one, is
// not inside of a word or an address, and its sign does not stand there three times. Any other sign
// is what it looks like. `renderMarkup` writes marks that this rule does not recognise with FORCE
// before them, and signs that are no marks with ESCAPE after them. Both are invisible, and nobody
// types them.
import { isBlank } from '@respa/contract/characters';
import {
  sortStyled,
  type MarkedStyle,
  type StyledPart,
  type TextStyle,
} from '@respa/contract/formatting';
import { STYLED_PARTS } from '@respa/contract/limits';
import { splitText } from '@respa/contract/rich-text';
import { EMOJI_MARKS, emojiPart, lastEmoji, readEmojiMark, writeEmojiMark } from './emoji-marks.ts';

export const MARKS: Record<MarkedStyle, string> = {
  bold: '**',
  italic: '__',
  strike: '~~',
  spoiler: '||',
  code: '`',
  block: '```',
};
const STYLES = Object.keys(MARKS) as MarkedStyle[];
/** U+2060, the word joiner. */
const ESCAPE = '\u2060';
/** U+2063, the invisible separator. */
export const FORCE = '\u2063';
const SIGNS = `*_~|\`${FORCE}`;
/** The signs that mean something inside of code. */
const CODE_SIGNS = `\`${FORCE}`;
const WORD = String.raw`[\p{L}\p{N}\p{M}]`;
const [WORD_BEFORE, WORD_AFTER] = [new RegExp(`${WORD}$`, 'u'), new RegExp(`^${WORD}`, 'u')];

export type Formatted = { text: string; formatting: StyledPart[] };
type Mark = {
  style: MarkedStyle;
  source: string;
  at: number;
  mayOpen: boolean;
  mayClose: boolean;
};
/** A piece of the source: text, a mark, code with its marks, or a custom emoji. */
type Piece = { source: string; text: string; mark?: Mark; code?: MarkedStyle; emoji?: string };
type Pair = { style: MarkedStyle; from: number; to: number };

const before = (source: string, at: number) => source.slice(Math.max(0, at - 2), at);
const after = (source: string, at: number) => source.slice(at, at + 2);
const isEscaped = (source: string, at: number, signs = SIGNS) =>
  signs.includes(source[at]!) && source[at + 1] === ESCAPE;

/** Returns the mark at an index; a run of its sign that is longer or shorter is none. */
function readMark(source: string, at: number, isProtected: (at: number) => boolean): Mark | null {
  if (source[at] === FORCE) {
    const style = STYLES.findLast((one) => source.startsWith(MARKS[one], at + 1));
    if (style === undefined) return null;
    return { style, source: FORCE + MARKS[style], at, mayOpen: true, mayClose: true };
  }
  const sign = source[at]!;
  if (sign === source[at - 1] && !isEscaped(source, at - 1)) return null;
  let end = at + 1;
  while (source[end] === sign) end += 1;
  const mark = source.slice(at, end);
  const style = STYLES.find((one) => MARKS[one] === mark);
  if (style === undefined || source[end] === ESCAPE || isProtected(at)) return null;
  const [left, right] = [before(source, at), after(source, end)];
  return {
    style,
    source: mark,
    at,
    mayOpen: !WORD_BEFORE.test(left) && (style === 'block' || /^\S/.test(right)),
    mayClose: /\S$/.test(left) && !WORD_AFTER.test(right),
  };
}

/** Returns the code that begins with a mark, or null if nothing ends it. */
function readCode(source: string, { style, source: opening, at }: Mark): Piece | null {
  const from = at + opening.length;
  const isForced = opening.startsWith(FORCE);
  let [text, index] = ['', from];
  while (index < source.length) {
    if (isForced && isEscaped(source, index, CODE_SIGNS)) {
      text += source[index];
      index += 2;
    } else if (source.startsWith(opening, index) && (isForced || isEndOfCode(source, index, style)))
      break;
    else {
      text += source[index];
      index += 1;
    }
  }
  if (index >= source.length) return null;
  text = text.replace(EMOJI_MARKS, '');
  if (style === 'block') text = text.replace(/^\n/, '').replace(/\n$/, '');
  const isWord = isForced || (!isBlank(text) && (style === 'block' || !text.includes('\n')));
  if (text === '' || !isWord) return null;
  return { source: source.slice(at, index + opening.length), text, code: style };
}
function isEndOfCode(source: string, at: number, style: MarkedStyle): boolean {
  const end = at + MARKS[style].length;
  return (
    source[at - 1] !== '`' &&
    source[end] !== '`' &&
    (style === 'block' || !WORD_AFTER.test(after(source, end)))
  );
}

/** Returns a test whether an index is inside of an address, whose signs are no marks. */
function protectAddresses(source: string): (at: number) => boolean {
  if (!/[./@]/.test(source)) return () => false;
  const ranges: [from: number, to: number][] = [];
  let from = 0;
  for (const part of splitText(source)) {
    const to = from + part.text.length;
    // A mark at the end of an address may close the style that holds the address.
    if (part.kind === 'link') ranges.push([from, to - /[*_~|`]*$/.exec(part.text)![0].length]);
    from = to;
  }
  return (at) => ranges.some(([start, end]) => at >= start && at < end);
}

function split(source: string): Piece[] {
  const pieces: Piece[] = [];
  const isProtected = protectAddresses(source);
  let [index, words] = [0, ''];
  const put = (piece: Piece) => {
    if (words !== '') pieces.push({ source: words, text: words });
    words = '';
    pieces.push(piece);
    index += piece.source.length;
  };
  while (index < source.length) {
    const sign = source[index]!;
    if (isEscaped(source, index)) {
      put({ source: sign + ESCAPE, text: sign });
      continue;
    }
    const custom = readEmojiMark(source, index);
    if (custom !== null) {
      // The emoji before the mark; a mark without one says nothing.
      const base = lastEmoji(words);
      words = words.slice(0, words.length - base.length);
      index -= base.length;
      const marked = base + custom.mark;
      put(
        base === ''
          ? { source: marked, text: '' }
          : { source: marked, text: base, emoji: custom.id },
      );
      continue;
    }
    const mark = SIGNS.includes(sign) ? readMark(source, index, isProtected) : null;
    const isForCode = mark?.style === 'code' || mark?.style === 'block';
    const code = isForCode && mark.mayOpen ? readCode(source, mark) : null;
    if (code !== null) put(code);
    else if (mark !== null && !isForCode) put({ source: mark.source, text: mark.source, mark });
    else {
      words += sign;
      index += 1;
    }
  }
  if (words !== '') pieces.push({ source: words, text: words });
  return pieces;
}

/** Returns the pieces that a style covers, as pairs of marks with words between them. */
function pairUp(pieces: readonly Piece[]): Pair[] {
  const open = new Map<MarkedStyle, number>();
  const pairs: Pair[] = [];
  pieces.forEach(({ mark, code }, index) => {
    if (code !== undefined) pairs.push({ style: code, from: index, to: index });
    if (mark === undefined) return;
    const from = open.get(mark.style);
    const hasWords =
      from !== undefined &&
      pieces.slice(from + 1, index).some(({ mark: inner }) => inner === undefined);
    if (from !== undefined && mark.mayClose && hasWords) {
      pairs.push({ style: mark.style, from, to: index });
      open.delete(mark.style);
    } else if (from === undefined && mark.mayOpen) open.set(mark.style, index);
  });
  return pairs.sort((a, b) => a.from - b.from).slice(0, STYLED_PARTS);
}

/** Returns the text of a message and its styled parts, as its writer marked them. */
export function parseMarkup(source: string): Formatted {
  const pieces = split(source);
  const pairs = pairUp(pieces);
  const used = new Set(pairs.flatMap(({ from, to }) => [from, to]));
  const starts: number[] = [];
  let text = '';
  pieces.forEach((piece, index) => {
    starts.push(text.length);
    if (piece.mark === undefined && piece.code === undefined) text += piece.text;
    else if (!used.has(index)) text += piece.source;
    else if (piece.code !== undefined) text += piece.text;
  });
  starts.push(text.length);
  const formatting = pairs.map(({ style, from, to }) => {
    const end = from === to ? starts[from + 1]! : starts[to]!;
    return { style, offset: starts[from]!, length: end - starts[from]! };
  });
  const emoji = pieces.flatMap(({ emoji: id, text: { length } }, index) =>
    id === undefined ? [] : [emojiPart(id, starts[index]!, length)],
  );
  return { text, formatting: sortStyled([...formatting, ...emoji].slice(0, STYLED_PARTS)) };
}

const escapeSigns = (text: string, signs: string) =>
  [...text].map((sign) => (signs.includes(sign) ? sign + ESCAPE : sign)).join('');

type Edge = { at: number; rank: number; mark: string; opens: boolean; style: TextStyle };
function write({ text, formatting }: Formatted, isForced: boolean): string {
  const isCodeStyle = (style: TextStyle) => style === 'code' || style === 'block';
  const edges = formatting.flatMap<Edge>(({ style, offset, length, emoji }) => {
    const end = offset + length;
    if (style === 'emoji')
      return [{ at: end, rank: -3, mark: writeEmojiMark(emoji ?? ''), opens: false, style }];
    const mark = (isForced ? FORCE : '') + MARKS[style];
    const [opening, closing] = style === 'block' ? [`${mark}\n`, `\n${mark}`] : [mark, mark];
    // Code is inside of the other styles.
    const depth = isCodeStyle(style) ? 2 : 1;
    return [
      { at: offset, rank: depth, mark: opening, opens: true, style },
      { at: end, rank: -depth, mark: closing, opens: false, style },
    ];
  });
  edges.sort((a, b) => a.at - b.at || a.rank - b.rank);
  let [source, from, signs] = ['', 0, SIGNS];
  for (const { at, mark, opens, style } of edges) {
    const words = text.slice(from, at);
    source += (isForced ? escapeSigns(words, signs) : words) + mark;
    from = at;
    if (isCodeStyle(style)) signs = opens ? CODE_SIGNS : SIGNS;
  }
  const rest = text.slice(from);
  return source + (isForced ? escapeSigns(rest, SIGNS) : rest);
}
/** Writes the parts in one way: the server's JSON has another order of keys. */
const listOf = ({ formatting }: Formatted): string =>
  formatting
    .map(({ style, offset, length, emoji = '' }) => `${style} ${offset} ${length} ${emoji}`)
    .join();
const isSame = (a: Formatted, b: Formatted): boolean =>
  a.text === b.text && listOf(a) === listOf(b);

/** Returns what a writer types for a message: `parseMarkup` returns the message from it. */
export function renderMarkup({ text, formatting }: Formatted): string {
  const message = { text, formatting: sortStyled(formatting) };
  const plain = write(message, false);
  return isSame(parseMarkup(plain), message) ? plain : write(message, true);
}
