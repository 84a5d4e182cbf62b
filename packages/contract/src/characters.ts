// Texts are measured by their signs, as a member counts them and the limit of every text does: an emoji of one code point is one sign, though a string holds it in two units.

/** Whether a text has more signs than that. */
export const isLonger = (text: string, most: number): boolean =>
  text.length > most && Array.from(text).length > most;
/** So many of its first signs, none of them cut in two. */
export const firstCharacters = (text: string, most: number): string =>
  text.length <= most
    ? text
    : Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join('');
/** So many signs at most; where the text has more, the last one is '…'. */
export const fit = (text: string, most: number): string =>
  isLonger(text, most) ? `${firstCharacters(text, most - 1).trimEnd()}…` : text;
