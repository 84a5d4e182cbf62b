import type { WorkQueue } from '#platform/runtime/work-queue.ts';

/** State of the accounts of one server. */
export type AccountState = {
  /** By account: login attempts that are being checked one after another. */
  attempts: Map<string, { turns: WorkQueue; count: number }>;
};
declare module '#platform/runtime/app-context.ts' {
  interface FeatureState {
    account: AccountState;
  }
}

export const createAccountState = (): AccountState => ({ attempts: new Map() });
