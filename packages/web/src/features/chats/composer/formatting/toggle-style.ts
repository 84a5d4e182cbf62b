import type { MarkedStyle } from '@respa/contract/formatting';
import { FORCE, MARKS, parseMarkup } from '../../message-text/markup.ts';

export type Selected = { source: string; from: number; to: number };

/** Returns the marks that a style may have around it in the field. */
const marksOf = (style: MarkedStyle): [opening: string, closing: string][] =>
  ['', FORCE].map((force) => {
    const mark = force + MARKS[style];
    return style === 'block' ? [`${mark}\n`, `\n${mark}`] : [mark, mark];
  });
/** Returns the selection without the spaces at its ends: a mark stands beside a word. */
function trimmed({ source, from, to }: Selected): Selected {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(source[start]!)) start += 1;
  while (end > start && /\s/.test(source[end - 1]!)) end -= 1;
  return { source, from: start, to: end };
}
const wrap = ({ source, from, to }: Selected, [opening, closing]: [string, string]): Selected => ({
  source: source.slice(0, from) + opening + source.slice(from, to) + closing + source.slice(to),
  from: from + opening.length,
  to: to + opening.length,
});

/**
 * Returns the text of the field with the selected words in a style, or without it if they have it.
 * Without a selection, the caret is between two new marks.
 */
export function toggleStyle(selected: Selected, style: MarkedStyle): Selected {
  const { source, from, to } = trimmed(selected);
  const words = source.slice(from, to);
  const [plain, forced] = marksOf(style) as [[string, string], [string, string]];
  if (words === '') return wrap({ source, from: selected.to, to: selected.to }, plain);
  for (const [opening, closing] of [forced, plain]) {
    const isAround =
      source.slice(0, from).endsWith(opening) && source.slice(to).startsWith(closing);
    const start = from - (isAround ? opening.length : 0);
    if (isAround)
      return {
        source: source.slice(0, start) + words + source.slice(to + closing.length),
        from: start,
        to: start + words.length,
      };
    const inner = words.slice(opening.length, -closing.length);
    if (words.startsWith(opening) && words.endsWith(closing) && inner !== '')
      return {
        source: source.slice(0, from) + inner + source.slice(to),
        from,
        to: from + inner.length,
      };
  }
  const next = wrap({ source, from, to }, plain);
  const count = (text: string) =>
    parseMarkup(text).formatting.filter((part) => part.style === style).length;
  return count(next.source) > count(source) ? next : wrap({ source, from, to }, forced);
}
