import { createFileStore } from '#lib/member/file-store.ts';
import { HOUR_MS } from '@respa/contract/durations';

/** What was shared with the site, as worker/share.ts stores it. */
export type Shared = {
  text: string;
  files: File[];
  at: number;
  /** How many files were left out. */
  left?: number;
  /** The text had an end that is missing. */
  isCut?: boolean;
};
const store = createFileStore<Shared>('respa.shared');
const KEY = 'shared';
/** What nobody has chosen a place for is forgotten after this. */
const LONGEST_MS = 24 * HOUR_MS;

/** Returns what was shared with the site lately and has no place yet. */
export async function findShared(): Promise<Shared | undefined> {
  const shared = await store.find(KEY);
  if (shared !== undefined && Date.now() - shared.at < LONGEST_MS) return shared;
  return undefined;
}
export const dropShared = (): void => void store.drop(KEY);
