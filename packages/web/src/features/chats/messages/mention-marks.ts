/** A member whom the writer has chosen, under the words that stand in the text. */
export type Named = { user: string; words: string };
const SIGN = /[\p{L}\p{N}_]/u;

/** What is being typed after an @ that begins a word, up to the caret; null where nobody is being named. */
export function readNaming(text: string, caret: number): { from: number; query: string } | null {
  const match = /(?:^|[^\p{L}\p{N}_@])@([\p{L}\p{N}_-]{0,40})$/u.exec(text.slice(0, caret));
  return match === null ? null : { from: caret - match[1]!.length - 1, query: match[1]! };
}
/** Where the chosen ones are named in a text, one after another; whose words were changed are named no more. */
export function findMarks(
  text: string,
  named: readonly Named[],
): { user: string; offset: number; length: number }[] {
  const marks: { user: string; offset: number; length: number }[] = [];
  // The longer first: 'Анна Белова' is not 'Анна' and a word.
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
