import type { Tx, Db } from '#platform/database/db.ts';
import { hashSecret, newSecret } from '#platform/runtime/ids.ts';
import * as queries from './security-queries.ts';

/** Browsers remembered per account; the one that was not used for the longest time goes first. */
const MAX_DEVICES = 30;

/** Returns whether the account has signed in before in the browser with this secret. */
export const isKnownDevice = async (
  db: Db,
  userId: string,
  secret: string | null,
): Promise<boolean> =>
  secret !== null && (await queries.findDevice(db, userId, hashSecret(secret))) !== undefined;

/** Remembers the browser of a sign-in. Returns its secret, a new one if it had none. */
export async function rememberDevice(
  tx: Tx,
  userId: string,
  secret: string | null,
): Promise<string> {
  const kept = secret ?? newSecret();
  await queries.saveDevice(tx, userId, hashSecret(kept));
  await queries.deleteDevicesBeyond(tx, userId, MAX_DEVICES);
  return kept;
}
