import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';

/** A creating call with an idempotency key. */
export type Creation = {
  userId: string;
  key: string;
  /** Method and path of the call. */
  route: string;
  /** Whether a transaction of the call has committed the key. */
  isRecorded: boolean;
};
/** Thrown inside a transaction when the same call with the same key has already committed. */
export class RepeatedCreation extends Error {}

const current = new AsyncLocalStorage<Creation>();
export const inCreation = <T>(creation: Creation, work: () => Promise<T>): Promise<T> =>
  current.run(creation, work);

/**
 * Writes the key of the running creating call, if there is one, in its first transaction. Waits for
 * a transaction that holds the same key. Returns what to do after the commit. Throws
 * `RepeatedCreation` if that other transaction committed.
 */
export async function recordCreation(tx: Tx): Promise<() => void> {
  const creation = current.getStore();
  if (creation === undefined || creation.isRecorded) return () => {};
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values({ user_id: creation.userId, key: creation.key, route: creation.route })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw new RepeatedCreation();
  return () => {
    creation.isRecorded = true;
  };
}

type KeyOf = Pick<Creation, 'userId' | 'key'>;
/** Returns the recorded call with a key; its `reply` is null until it has been answered. */
export const findCreation = (db: Db, { userId, key }: KeyOf) =>
  db
    .selectFrom('idempotency_keys')
    .select(['route', 'reply'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();

export const saveReply = (db: Db, { userId, key }: KeyOf, reply: unknown): Promise<unknown> =>
  db
    .updateTable('idempotency_keys')
    .set({ reply: sql`${JSON.stringify(reply)}::jsonb` })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();

/** Deletes the keys recorded before a time, at most `limit` of them. Returns how many. */
export async function deleteCreations(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys
    where (user_id, key) in (
      select user_id, key
      from idempotency_keys
      where created_at < ${before}
      order by created_at
      limit ${limit}
    )
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
}
