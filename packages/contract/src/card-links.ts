// Which address of a text gets a card.
import { isCode, type StyledPart } from './formatting.ts';
import { parseUrl } from './parse-url.ts';
import { splitText, type Mention } from './rich-text.ts';

const MAX_URL = 2_000;
/** Returns whether a text may have an address in it. Cheap, for long lists. */
export const mayHaveAddress = (text: string): boolean => /https?:|\.[\p{L}\p{N}]/iu.test(text);

type Written = {
  text: string;
  mentions?: readonly Mention[];
  formatting?: readonly StyledPart[];
};
/**
 * Returns the address that the card of a text shows: its first link, if that leads to another site;
 * null otherwise. A link in code or in a spoiler does not count: its card would give it away.
 */
export function findCardUrl(
  { text, mentions = [], formatting = [] }: Written,
  origin: string,
): string | null {
  if (!mayHaveAddress(text)) return null;
  let end = 0;
  for (const part of splitText(text, { origin, mentions })) {
    const from = end;
    end += part.text.length;
    if (part.kind !== 'link' || !part.href.startsWith('http')) continue;
    const isCovered = formatting.some(
      ({ style, offset, length }) =>
        (style === 'spoiler' || isCode(style)) && offset < end && offset + length > from,
    );
    if (isCovered) continue;
    const url = parseUrl(part.href);
    // The ASCII form of a very long name is no address.
    if (url === null) return null;
    const href = url.href.slice(0, url.href.length - url.hash.length);
    const isRefused = url.origin === origin || url.username !== '' || url.password !== '';
    return isRefused || href.length > MAX_URL ? null : href;
  }
  return null;
}
