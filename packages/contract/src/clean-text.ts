// Cleans what comes from a member. Apart from `characters.ts`, which every page loads.
import { INVISIBLE, isBlank } from './characters.ts';

const PICTOGRAPH = String.raw`\p{ExtPict}[\uFE0E\uFE0F]?\p{EMod}?`;
/** An emoji with the invisible characters that belong to it: joiners, selectors, flag tags. */
const EMOJI = String.raw`\u{1F3F4}[\u{E0061}-\u{E007A}]{1,6}\u{E007F}|[0-9#*]\uFE0F?\u20E3|${PICTOGRAPH}(?:\u200D${PICTOGRAPH})*`;
const HIDDEN = new RegExp(`(${EMOJI})|[${INVISIBLE}]`, 'gu');

/**
 * Returns a text in NFC without invisible and bidirectional control characters, which could make a
 * name look empty or like another one. Emoji stay whole.
 */
export const withoutInvisible = (text: string): string =>
  text.replace(HIDDEN, '$1').normalize('NFC');
/**
 * Returns a name, a title, an address or search words as they are stored and compared: visible
 * characters on one line, with single spaces, in NFC; '' if nothing of it is visible.
 */
export function cleanLine(text: string): string {
  const line = withoutInvisible(text)
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return isBlank(line) ? '' : line;
}
