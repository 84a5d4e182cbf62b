import type { ReactNode } from 'react';
import { foldSearch, SEARCH_WORD } from '@respa/contract/fold-search';
import styles from './highlight.module.css';

const MIN_STEM = 3;
/**
 * Tolerates word endings: a word matches if it starts with the wanted word minus its last two
 * letters.
 */
const fits = (word: string, wanted: string): boolean =>
  foldSearch(word).startsWith(wanted.length <= MIN_STEM + 1 ? wanted : wanted.slice(0, -2));
const BEFORE = 24;

/** Shows the text from shortly before its first hit, with the hits marked. */
export function Highlight({ text, query }: { text: string; query: string }) {
  const wanted = (query.match(SEARCH_WORD) ?? []).map(foldSearch);
  const hits = [...text.matchAll(SEARCH_WORD)].filter((match) =>
    wanted.some((one) => fits(match[0], one)),
  );
  const first = hits[0]?.index ?? 0;
  const start = first > BEFORE ? text.lastIndexOf(' ', first - BEFORE / 2) + 1 : 0;
  const parts: ReactNode[] = [start > 0 ? '…' : ''];
  let from = start;
  for (const hit of hits) {
    parts.push(
      text.slice(from, hit.index),
      <mark key={hit.index} className={styles.hit}>
        {hit[0]}
      </mark>,
    );
    from = hit.index + hit[0].length;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}
