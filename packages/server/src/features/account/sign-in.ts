import { AppError, appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { hashSecret } from '#platform/runtime/ids.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { normalizeEmail } from './email/email-address.ts';
import { isKnownDevice, rememberDevice, tellOfNewDevice } from './sessions/known-devices.ts';
import { findPassword, type Guess } from './passwords/login-attempts.ts';
import * as queries from './queries.ts';
import { challenge, hasFactor, spendCode } from './second-factor.ts';
import { findChallenge, takeChallenge } from './security-queries.ts';
import type { NewSession, Sessions } from './sessions/sessions.ts';
import { recordSignIn, type Origin } from './sign-ins.ts';
import { suspended } from './suspension.ts';
import { findSuspension } from './suspension-queries.ts';

/** A session that has begun, and the secret by which this browser is known from now on. */
export type Signed = NewSession & { userId: string; deviceSecret: string };

/** How many registrations that wait for activation a password is compared with, newest first. */
const MAX_WAITING = 5;

/** Starts a session, writes the sign-in down and remembers the browser. */
export async function openSignedIn(
  sessions: Sessions,
  tx: Tx,
  userId: string,
  origin: Origin,
): Promise<Signed> {
  await recordSignIn(tx, userId, origin, 'in');
  const deviceSecret = await rememberDevice(tx, userId, origin.secret);
  return { ...(await sessions.open(tx, userId, origin.device)), userId, deviceSecret };
}
/**
 * Starts a session unless the user is suspended. The account is locked, as it is during a
 * suspension, so that no session starts concurrently.
 */
export async function startSession(
  context: AppContext,
  sessions: Sessions,
  { tx, after }: { tx: Tx; after: After },
  userId: string,
  origin: Origin,
): Promise<Signed> {
  const suspension = await findSuspension(tx, userId);
  if (suspension !== undefined) throw suspended(suspension);
  await tellOfNewDevice(context, tx, after, userId, origin);
  return openSignedIn(sessions, tx, userId, origin);
}

/**
 * Signs in. An address that nobody has confirmed may have several registrations; the password says
 * which one. Throws `bad_credentials` for a wrong address and a wrong password alike, `too_often`
 * after too many failures, `suspended` with the reason and the end, `second_factor` with the
 * challenge to return with if a code is required.
 */
export async function login(
  context: AppContext,
  sessions: Sessions,
  input: { email: string; password: string },
  origin: Origin,
): Promise<Signed> {
  const email = normalizeEmail(input.email);
  const owner = await queries.findAccountByEmail(context.db, email);
  const accounts =
    owner === undefined
      ? await queries.pickWaitingAccounts(context.db, email, MAX_WAITING)
      : [owner];
  const hashes = accounts.map(({ password_hash: hash }) => hash);
  const found = await findPassword(
    context,
    await guessOf(context, email, owner?.id, origin),
    input.password,
    hashes.length === 0 ? [undefined] : hashes,
  );
  const account = accounts[found];
  if (account === undefined) {
    if (owner !== undefined) recordWrongPassword(context, owner.id, origin);
    throw appError('bad_credentials');
  }
  const { id, password_hash: verified } = account;
  const done = await transaction(context, async (tx, after) => {
    // The password may have been replaced while it was checked.
    if ((await queries.lockAccountForSession(tx, id))?.password_hash !== verified)
      throw appError('bad_credentials');
    return (await hasFactor(tx, id))
      ? challenge(tx, id)
      : startSession(context, sessions, { tx, after }, id, origin);
  });
  if (typeof done === 'string') throw appError('second_factor', { extra: { challenge: done } });
  return done;
}
async function guessOf(
  context: AppContext,
  email: string,
  ownerId: string | undefined,
  { secret, addressKey: address }: Origin,
): Promise<Guess> {
  if (ownerId !== undefined && (await isKnownDevice(context.db, ownerId, secret)))
    return { key: `${email} ${hashSecret(secret!).toString('base64url')}`, owner: ownerId };
  return { key: `${email} ${address}`, owner: address, stranger: { email, address } };
}
/** Not awaited: the response time would reveal that such an account exists. */
function recordWrongPassword(context: AppContext, userId: string, origin: Origin): void {
  setImmediate(
    () =>
      void recordSignIn(context.db, userId, origin, 'wrong_password').catch((error: Error) =>
        context.log.warn({ err: error }, 'a wrong password was not written down'),
      ),
  );
}

/**
 * The second step: the code for a challenge, once. Throws `challenge_over`, `bad_code`, `too_often`
 * after five wrong ones, `suspended`.
 */
export async function loginSecond(
  context: AppContext,
  sessions: Sessions,
  input: { challenge: string; code: string },
  origin: Origin,
): Promise<Signed> {
  const hash = hashSecret(input.challenge);
  const userId = await findChallenge(context.db, hash);
  if (userId === undefined) throw appError('challenge_over');
  try {
    await spendCode(context, userId, input.code);
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_code')
      await recordSignIn(context.db, userId, origin, 'wrong_code');
    throw error;
  }
  return transaction(context, async (tx, after) => {
    // A new password deletes challenges under the same row lock.
    if (
      (await queries.lockAccountForSession(tx, userId)) === undefined ||
      !(await takeChallenge(tx, hash))
    )
      throw appError('challenge_over');
    return startSession(context, sessions, { tx, after }, userId, origin);
  });
}
