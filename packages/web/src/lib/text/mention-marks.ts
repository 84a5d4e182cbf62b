/** A member that the writer has chosen, and the words for them in the text. */
export type Named = { user: string; words: string };
const SIGN = /[\p{L}\p{N}\p{M}_]/u;

/**
 * Returns what is being typed after an @ at the start of a word, up to the caret; null if there is
 * no mention there.
 */
export function readNaming(text: string, caret: number): { from: number; query: string } | null {
  const match = /(?:^|[^\p{L}\p{N}\p{M}_@])@([\p{L}\p{N}\p{M}_-]{0,40})$/u.exec(
    text.slice(0, caret),
  );
  return match === null ? null : { from: caret - match[1]!.length - 1, query: match[1]! };
}
/**
 * Returns where the chosen members are mentioned in a text, in order. A member whose words were
 * changed is no longer mentioned.
 */
export function findMarks(
  text: string,
  named: readonly Named[],
): { user: string; offset: number; length: number }[] {
  const marks: { user: string; offset: number; length: number }[] = [];
  // The longer words first, so that 'Анна Белова' is not matched as 'Анна' plus a word.
  for (const { user, words } of [...named].sort((a, b) => b.words.length - a.words.length)) {
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
      const [end, next] = [at + words.length, text[at + words.length]];
      if (next !== undefined && SIGN.test(next)) continue;
      if (marks.every((mark) => end <= mark.offset || at >= mark.offset + mark.length))
        marks.push({ user, offset: at, length: words.length });
    }
  }
  return marks.sort((a, b) => a.offset - b.offset);
}
