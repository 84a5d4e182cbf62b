import { sql, type RawBuilder } from 'kysely';
import { foldSearch } from '@respa/contract/fold-search';

/** Folds the words of a search like the columns `search`, without spaces around them. */
export const foldQuery = (text: string): string => foldSearch(text).trim();
const escapeLike = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
/** One or two characters: trigrams need three. A single emoji is rare enough to be looked for. */
export const isShort = (folded: string): boolean => /^\P{ExtPict}{1,2}$/u.test(folded);
/** Two words or more, none of a single letter and one of them long enough for trigrams. */
const areWords = (words: string[]) =>
  words.length > 1 &&
  words.every((word) => [...word].length > 1) &&
  words.some((word) => [...word].length > 2);

/**
 * One or two letters match the beginnings of words by index; three or more match any substring,
 * because trigrams need three letters. Several words match in any order, as the surname may come
 * first.
 */
export function matches(folded: string, table = 'people'): RawBuilder<boolean> {
  if (folded === '') return sql`true`;
  const like = escapeLike(folded);
  const [whole, surname] = [sql.ref(`${table}.search`), sql.ref(`${table}.search_surname`)];
  if (isShort(folded)) return sql`(${whole} like ${`${like}%`} or ${surname} like ${`${like}%`})`;
  const words = folded.split(' ');
  if (!areWords(words)) return sql`${whole} like ${`%${like}%`}`;
  return sql`(${sql.join(
    words.map((word) => sql`${whole} like ${`%${escapeLike(word)}%`}`),
    sql` and `,
  )})`;
}

/** Matches the same for one word of `directory_words`; null if a search has several words. */
export function fitsWord(folded: string): RawBuilder<boolean> | null {
  if (folded.includes(' ')) return null;
  const like = escapeLike(folded);
  return isShort(folded) ? sql`word like ${`${like}%`}` : sql`word like ${`%${like}%`}`;
}
