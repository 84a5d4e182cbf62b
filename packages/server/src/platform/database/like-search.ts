import { sql, type RawBuilder } from 'kysely';

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);
/**
 * Matches rows whose folded column `search` contains a folded text. An empty text matches every
 * row.
 */
export const containing = (folded: string): RawBuilder<boolean> =>
  folded === '' ? sql<boolean>`true` : sql<boolean>`search like ${`%${escapeLike(folded)}%`}`;
