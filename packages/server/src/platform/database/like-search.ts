import { sql, type RawBuilder } from 'kysely';

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);
/** Whether the folded column `search` has a folded text in it; everything has nothing. */
export const containing = (folded: string): RawBuilder<boolean> =>
  folded === '' ? sql<boolean>`true` : sql<boolean>`search like ${`%${escapeLike(folded)}%`}`;
