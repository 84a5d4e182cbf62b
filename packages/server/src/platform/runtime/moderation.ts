import { fit } from '@respa/contract/characters';
import type { Tx } from '#platform/database/db.ts';
import type { After } from '#platform/database/transaction.ts';

/** An item as shown in the admin panel: its type, its beginning, its owner and its location. */
export type ModeratedItem = {
  ownerId: string | null;
  title: string;
  text: string;
  link: string | null;
};
/** How a feature describes items of a kind and removes one with everything that belongs to it. */
export type Moderation = {
  /** Describes existing items, without access checks. */
  describe(ids: string[]): Promise<Map<string, ModeratedItem>>;
  /**
   * Removes an item. Returns false if it was already deleted. If other users had the same item,
   * returns everything that was removed, so that their owners are notified too. Absent for kinds
   * that are not content.
   */
  takeDown?(tx: Tx, after: After, id: string): Promise<boolean | ModeratedItem[]>;
};
/** How many characters of a text the admin panel shows. */
const BEGINNING = 300;
export const beginningOf = (text: string): string => fit(text, BEGINNING);
/** Converts the rows of a kind to items. */
export const toModeratedItems = <R extends { id: string }>(
  rows: readonly R[],
  present: (row: R) => ModeratedItem,
): Map<string, ModeratedItem> => new Map(rows.map((row) => [row.id, present(row)]));
