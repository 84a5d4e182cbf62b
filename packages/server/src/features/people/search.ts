import { sql, type RawBuilder } from 'kysely';

/** Folds text like the column `people.search`: lower case, ё as е. */
export const foldQuery = (text: string): string =>
  text.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();
const escapeLike = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/**
 * One or two letters match the beginnings of words by index; three or more match any substring,
 * because trigrams need three letters.
 */
export function matches(folded: string, table = 'people'): RawBuilder<boolean> {
  if (folded === '') return sql`true`;
  const like = escapeLike(folded);
  const [whole, surname] = [sql.ref(`${table}.search`), sql.ref(`${table}.search_surname`)];
  return [...folded].length < 3
    ? sql`(${whole} like ${`${like}%`} or ${surname} like ${`${like}%`})`
    : sql`${whole} like ${`%${like}%`}`;
}

/** Matches the same for one word of `directory_words`; null if a search spans two words. */
export function fitsWord(folded: string): RawBuilder<boolean> | null {
  if (folded.includes(' ')) return null;
  const like = escapeLike(folded);
  return [...folded].length < 3 ? sql`word like ${`${like}%`}` : sql`word like ${`%${like}%`}`;
}
