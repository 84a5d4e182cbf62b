import { DAY_SECONDS } from '@respa/contract/durations';
import { ACTIVATION_DAYS, SESSION_DAYS } from '@respa/contract/limits';
import { AppError, appError } from '@respa/contract/app-errors';
import { secondsFromNow } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { hashSecret, newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { readBirthDate } from './birth-date.ts';
import { normalizeEmail, readEmail } from './email-address.ts';
import { mailActivation, mailDeleted } from './mail.ts';
import { checkPassword } from './login-attempts.ts';
import { confirmPassword } from './password-again.ts';
import { assertNotSimple } from './simple-passwords.ts';
import { hashPassword } from './passwords.ts';
import * as sessionQueries from './session-queries.ts';
import * as queries from './queries.ts';
import { challenge, hasFactor, spendCode } from './second-factor.ts';
import { deleteDeadChallenges, findChallenge, takeChallenge } from './security-queries.ts';
import type { NewSession, Sessions } from './sessions.ts';
import { recordSignIn, sweepSignIns, type Origin } from './sign-ins.ts';
import { suspended } from './suspension.ts';
import { deleteEndedSuspensions, findSuspension } from './suspension-queries.ts';
import { makeLink } from './mail-links.ts';

export type Registration = {
  name: string;
  surname: string;
  age: string;
  email: string;
  country?: string;
  city?: string;
  password: string;
};
type Signed = NewSession & { userId: string };

/**
 * Creates an unactivated account, signs it in and emails the link. A new registration takes over an
 * address whose account was never
 * activated. Throws `email_taken`, `bad_input`, `simple_password`. Not idempotent: a second call finds the unactivated
 * account and replaces it.
 */
export async function register(
  context: AppContext,
  sessions: Sessions,
  input: Registration,
  origin: Origin,
): Promise<Signed> {
  const email = readEmail(input.email);
  const birthDate = readBirthDate(input.age);
  await assertNotSimple(input.password, email);
  const hash = await hashPassword(input.password, context.config.passwordCost);
  return transaction(context, async (tx) => {
    const id = newId();
    await queries.deleteWaitingAccount(tx, email);
    if (!(await queries.insertAccount(tx, { id, email, password_hash: hash })))
      throw appError('email_taken', {
        fields: { email: 'Пользователь с такой почтой уже зарегистрирован' },
      });
    await context.signals.emit('accountCreated', {
      tx,
      userId: id,
      name: input.name,
      surname: input.surname,
      birthDate,
      country: input.country ?? '',
      city: input.city ?? '',
    });
    await mailActivation(
      context,
      tx,
      email,
      await makeLink(tx, id, 'activate', ACTIVATION_DAYS * DAY_SECONDS),
    );
    await recordSignIn(tx, id, origin, 'in');
    return { ...(await sessions.open(tx, id, origin.device)), userId: id };
  });
}

/**
 * Starts a session unless the user is suspended. The account is locked, as it is during a
 * suspension, so that no session starts concurrently.
 */
async function startSession(
  sessions: Sessions,
  tx: Tx,
  userId: string,
  origin: Origin,
): Promise<Signed> {
  const suspension = await findSuspension(tx, userId);
  if (suspension !== undefined) throw suspended(suspension);
  await recordSignIn(tx, userId, origin, 'in');
  return { ...(await sessions.open(tx, userId, origin.device)), userId };
}

/**
 * Signs in. Throws `bad_credentials` for a wrong address and a wrong password alike, `too_often`
 * after five failures, `suspended` with the reason and the end,
 * `second_factor` with the challenge to return with if a code is required.
 */
export async function login(
  context: AppContext,
  sessions: Sessions,
  input: { email: string; password: string },
  origin: Origin,
): Promise<Signed> {
  const email = normalizeEmail(input.email);
  const key = `${email} ${origin.address}`;
  const account = await queries.findAccountByEmail(context.db, email);
  if (!(await checkPassword(context, key, input.password, account?.password_hash))) {
    // Not awaited: the response time would reveal that such an account exists.
    if (account !== undefined) {
      const { id } = account;
      setImmediate(
        () =>
          void recordSignIn(context.db, id, origin, 'wrong_password').catch((error: Error) =>
            context.log.warn({ err: error }, 'a wrong password was not written down'),
          ),
      );
    }
    throw appError('bad_credentials');
  }
  const { id, password_hash: verified } = account!;
  const done = await transaction(context, async (tx) => {
    // The password may have been replaced while it was checked.
    if ((await queries.lockAccountForSession(tx, id))?.password_hash !== verified)
      throw appError('bad_credentials');
    return (await hasFactor(tx, id)) ? challenge(tx, id) : startSession(sessions, tx, id, origin);
  });
  if (typeof done === 'string') throw appError('second_factor', { extra: { challenge: done } });
  return done;
}
/** The second step: the code for a challenge, once. Throws `challenge_over`, `bad_code`, `too_often` after five wrong ones, `suspended`. */
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
  return transaction(context, async (tx) => {
    // A new password deletes challenges under the same row lock.
    if (
      (await queries.lockAccountForSession(tx, userId)) === undefined ||
      !(await takeChallenge(tx, hash))
    )
      throw appError('challenge_over');
    return startSession(sessions, tx, userId, origin);
  });
}

/**
 * Activates the account that the link was emailed for. Throws `bad_link` for a used, expired or
 * unknown one.
 */
export async function activate(
  context: AppContext,
  sessions: Sessions,
  link: string,
): Promise<void> {
  await transaction(context, async (tx, after) => {
    const taken = await queries.takeLink(tx, hashSecret(link), 'activate');
    if (taken === undefined || !(await queries.setActivated(tx, taken.user_id)))
      throw appError('bad_link');
    await queries.deleteLinks(tx, taken.user_id, 'activate');
    await context.signals.emit('accountActivated', { tx, userId: taken.user_id });
    after(() => sessions.forget(taken.user_id));
  });
}

/** Emails a new activation link; earlier ones stay valid. Does nothing for an active account. */
export async function resendActivation(context: AppContext, viewer: Viewer): Promise<void> {
  await transaction(context, async (tx) => {
    const account = await queries.lockAccount(tx, viewer.id);
    if (account === undefined || account.activated_at !== null) return;
    await mailActivation(
      context,
      tx,
      account.email,
      await makeLink(tx, account.id, 'activate', ACTIVATION_DAYS * DAY_SECONDS),
    );
  });
}

/**
 * Deletes an account permanently: higher layers delete or anonymise the person's data in the same
 * transaction, and every session and stream ends.
 * Throws `bad_password`, `bad_code` if sign-in requires a code, `too_often`; a second call finds no
 * one signed in.
 */
export async function deleteProfile(
  context: AppContext,
  sessions: Sessions,
  viewer: Viewer,
  input: { password: string; code?: string },
): Promise<void> {
  await confirmPassword(context, viewer, input.password);
  if (await hasFactor(context.db, viewer.id)) await spendCode(context, viewer.id, input.code ?? '');
  await transaction(context, async (tx, after) => {
    await context.signals.emit('accountErased', { tx, after, userId: viewer.id });
    const account = await queries.lockAccount(tx, viewer.id);
    if (account === undefined) throw appError('not_signed_in');
    const ended = await sessionQueries.deleteSessions(tx, viewer.id, {});
    await mailDeleted(context, tx, account.email);
    await queries.deleteAccount(tx, viewer.id);
    after(() => {
      sessions.dropEnded(viewer.id, ended);
      context.live.endTagged(`user:${viewer.id}`);
    });
  });
}

/** Returns the user's own e-mail, for their own record only. */
export const findEmail = async (context: AppContext, userId: string): Promise<string> =>
  (await queries.findAccount(context.db, userId))?.email ?? '';

/** Removes accounts that were not activated in time, expired links and forgotten sessions. */
export async function sweepAccounts(context: AppContext): Promise<void> {
  await queries.deleteOldWaitingAccounts(
    context.db,
    secondsFromNow(-ACTIVATION_DAYS * DAY_SECONDS),
  );
  await queries.deleteDeadLinks(context.db);
  await deleteEndedSuspensions(context.db);
  await deleteDeadChallenges(context.db);
  await sweepSignIns(context.db);
  await sessionQueries.deleteOldSessions(context.db, secondsFromNow(-SESSION_DAYS * DAY_SECONDS));
}
export { isAdminAccount, isAdminId } from './admin.ts';
export { readEmail } from './email-address.ts';
export { requestEmail, checkRequestedEmail } from './email-change.ts';
export { readBirthDate, yearsSince } from './birth-date.ts';
export { assertNotSuspended, readUntil, suspendAccount } from './suspension.ts';
export {
  ALL_SUSPENDED,
  deleteSuspension as liftSuspension,
  findSuspension,
  gatherSuspensions,
  pickSuspended,
  suspendedNow,
  type Suspension,
} from './suspension-queries.ts';

export { mountPasskeys } from './passkey-routes.ts';
export { mountAccountSecurity } from './security-routes.ts';
export { makeSessions } from './sessions.ts';
export { makeVisits } from './visits.ts';
export { findAccountsFor, pickByEmail } from './queries.ts';
export type { Sessions } from './sessions.ts';
export { listVisits, type Visits } from './visits.ts';
