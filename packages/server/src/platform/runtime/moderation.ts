import { fit } from '@respa/contract/characters';
import type { Tx } from '#platform/database/db.ts';
import type { After } from '#platform/database/transaction.ts';

/** How a thing stands on the admin's desk: what it is, how it begins, whose it is and where. */
export type Thing = { ownerId: string | null; title: string; text: string; link: string | null };
/** What a feature tells of things of a kind, and how it takes one down with all that belongs to it. */
export type Moderation = {
  /** Things that are there; whoever asks sees everything. */
  describe(ids: string[]): Promise<Map<string, Thing>>;
  /** Answers false where it is gone already; where others had the same, all that went, whose owners are told too. What is no content has none. */
  takeDown?(tx: Tx, after: After, id: string): Promise<boolean | Thing[]>;
};
/** How much of a text the desk shows. */
const BEGINNING = 300;
export const beginningOf = (text: string): string => fit(text, BEGINNING);
/** The rows of a kind as things. */
export const thingsOf = <R extends { id: string }>(
  rows: readonly R[],
  present: (row: R) => Thing,
): Map<string, Thing> => new Map(rows.map((row) => [row.id, present(row)]));
