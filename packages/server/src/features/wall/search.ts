import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';
import { pickWithWords, type FoundIds, type Wanted } from '#platform/database/post-search.ts';
import { suspendedNow } from '#features/account/service.ts';

const POSTS = {
  from: sql`posts`,
  words: sql`post_words(id, text)`,
  isIndexed: sql`not is_draft and text <> ''`,
  fits: sql`not ${sql.raw(suspendedNow('author_id'))}`,
};
/**
 * Returns the newest published posts with all words, without those of suspended people. The caller
 * drops what the viewer may not see.
 */
export const findPosts = (
  db: Db,
  wanted: Wanted,
  page: { before?: string | undefined; limit: number },
): Promise<FoundIds> => pickWithWords(db, POSTS, wanted, page);
