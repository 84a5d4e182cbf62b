import { HOUR_MS } from '@respa/contract/durations';
import type { Outcome } from '@respa/contract/account-security';
import { PAGE_SIZES } from '@respa/contract/limits';
import { SIGN_IN_DAYS } from '@respa/contract/account-limits';
import { nowMs } from '#platform/runtime/clock.ts';
import type { Db } from '#platform/database/db.ts';
import { firstIdOf, newId } from '#platform/runtime/ids.ts';
import * as queries from './security-queries.ts';
import { readPage } from '#platform/database/paging.ts';

/** Per hour; strangers cause failures. */
const MOST_FAILURES = 50;

/**
 * The origin of a sign-in: a device as its owner knows it, the network address, what limits count
 * for that address, and the secret of a browser that has signed in before.
 */
export type Origin = { device: string; address: string; addressKey: string; secret: string | null };
export const recordSignIn = (
  db: Db,
  userId: string,
  { device, address }: Pick<Origin, 'device' | 'address'>,
  outcome: Outcome,
): Promise<void> =>
  queries.insertSignIn(
    db,
    { id: newId(), user_id: userId, device, address, outcome },
    { count: MOST_FAILURES, since: firstIdOf(nowMs() - HOUR_MS) },
  );

/** Returns successful and failed sign-ins, newest first. */
export async function listSignIns(db: Db, userId: string, before: string | undefined) {
  const { rows, isLast } = await readPage(PAGE_SIZES.signIns, (limit) =>
    queries.pickSignIns(db, userId, { before, limit }),
  );
  return {
    signIns: rows.map(({ id, created_at, device, address, outcome }) => ({
      _id: id,
      date: created_at.toISOString(),
      device,
      address,
      outcome,
    })),
    isLast,
  };
}
export const sweepSignIns = (db: Db) =>
  queries.deleteOldSignIns(db, firstIdOf(nowMs() - SIGN_IN_DAYS * 24 * HOUR_MS));
