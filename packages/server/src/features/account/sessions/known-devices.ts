import type { AppContext } from '#platform/runtime/app-context.ts';
import { addressKey } from '#platform/http/address-key.ts';
import type { Tx, Db } from '#platform/database/db.ts';
import type { After } from '#platform/database/transaction.ts';
import { hashSecret, newSecret } from '#platform/runtime/ids.ts';
import { mailNewDevice } from '../mail.ts';
import { findAccount } from '../queries.ts';
import * as queries from '../security-queries.ts';
import type { Origin } from '../sign-ins.ts';

/** Browsers remembered per account; the one that was not used for the longest time goes first. */
const MAX_DEVICES = 30;
/** Sign-ins among which a device of the same name at the same address is looked for. */
const MAX_COMPARED = 200;

/** Returns whether the account has signed in before in the browser with this secret. */
export const isKnownDevice = async (
  db: Db,
  userId: string,
  secret: string | null,
): Promise<boolean> =>
  secret !== null && (await queries.findDevice(db, userId, hashSecret(secret))) !== undefined;

/**
 * Tells the owner by email and in the app if a sign-in came from a device that was not seen before:
 * another browser, and another name or network. The first sign-in ever is not news.
 */
export async function tellOfNewDevice(
  context: AppContext,
  tx: Tx,
  after: After,
  userId: string,
  origin: Origin,
): Promise<void> {
  if (await isKnownDevice(tx, userId, origin.secret)) return;
  const former = await queries.pickOrigins(tx, userId, MAX_COMPARED);
  if (former.length === 0 && !(await queries.hasDevices(tx, userId))) return;
  const isLikeBefore = ({ device, address }: { device: string; address: string }) =>
    device === origin.device && addressKey(address) === origin.addressKey;
  if (former.some(isLikeBefore)) return;
  const account = await findAccount(tx, userId);
  if (account !== undefined) await mailNewDevice(context, tx, account.email, origin);
  await context.signals.emit('newDevice', { tx, after, userId, device: origin.device });
}

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
