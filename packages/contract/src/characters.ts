// Text length is measured in characters (code points), as a member counts them and as every text
// limit does: an emoji of one code point is one character, although a string stores it in two
// units.

/** Returns whether a text has more characters than `most`. */
export const isLonger = (text: string, most: number): boolean =>
  text.length > most && Array.from(text).length > most;
/** Returns the first `most` characters of a text, without splitting one. */
export const firstCharacters = (text: string, most: number): string =>
  text.length <= most
    ? text
    : Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join('');
/** Returns at most `most` characters; if the text is longer, the last one is '…'. */
export const fit = (text: string, most: number): string =>
  isLonger(text, most) ? `${firstCharacters(text, most - 1).trimEnd()}…` : text;
