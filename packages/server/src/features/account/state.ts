import type { Db } from '#platform/database/db.ts';
import type { WorkQueue } from '#platform/runtime/work-queue.ts';

/** State of the accounts of one server. */
export type AccountState = {
  /** By account: login attempts that are being checked one after another. */
  attempts: Map<string, { turns: WorkQueue; count: number }>;
  /**
   * Returns the name of an account's person, or an empty string. The people feature, which is above
   * this one, sets it.
   */
  findName: (db: Db, userId: string) => Promise<string>;
};
declare module '#platform/runtime/app-context.ts' {
  interface FeatureState {
    account: AccountState;
  }
}

export const createAccountState = (): AccountState => ({
  attempts: new Map(),
  findName: async () => '',
});
