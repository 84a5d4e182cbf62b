import { sql } from 'kysely';
import { expect } from 'vitest';
import { lockGroup } from '../../../packages/server/src/features/chats/groups/group-queries.ts';
import type { Tx } from '../../../packages/server/src/platform/database/db.ts';
import { Refused, type TestApp } from '../driver.ts';

/**
 * Calls `begin` while another transaction holds a group chat's lock, and commits `work` in that
 * transaction once the call waits for the lock. Returns the status that the call gets then.
 */
export async function statusAfter(
  { server: { context } }: TestApp,
  groupId: string,
  begin: () => Promise<unknown>,
  work: (tx: Tx) => Promise<unknown>,
): Promise<number> {
  const { db } = context;
  const countWaiting = async () =>
    (
      await sql`
        select
        from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(db)
    ).rows.length;
  const { promise: status, resolve } = Promise.withResolvers<number>();
  await db.transaction().execute(async (tx) => {
    await lockGroup(tx, groupId);
    void begin().then(
      () => resolve(200),
      (error: unknown) => resolve(error instanceof Refused ? error.status : 0),
    );
    await expect.poll(countWaiting).toBe(1);
    await work(tx);
  });
  return status;
}
