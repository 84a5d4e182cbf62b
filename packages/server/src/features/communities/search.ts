import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';
import { pickWithWords, type FoundIds, type Wanted } from '#platform/database/post-search.ts';

const ARTICLES = {
  from: sql`public_posts`,
  words: sql`post_words(id, title || ' ' || text)`,
  isIndexed: sql`state = 'published'`,
};
/** Returns the newest published articles with all words in their title or text. */
export const findArticles = (
  db: Db,
  wanted: Wanted,
  page: { before?: string | undefined; limit: number },
): Promise<FoundIds> => pickWithWords(db, ARTICLES, wanted, page);
