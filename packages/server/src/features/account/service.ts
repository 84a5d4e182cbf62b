import { DAY_SECONDS } from '@respa/contract/durations';
import { ACTIVATION_DAYS } from '@respa/contract/account-limits';
import { appError } from '@respa/contract/app-errors';
import { secondsFromNow } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { readBirthDate } from './birth-date.ts';
import { readEmail } from './email/email-address.ts';
import { sendActivation } from './activation.ts';
import { mailDeleted } from './mail.ts';
import { confirmPassword } from './passwords/password-again.ts';
import { assertNotSimple } from './passwords/simple-passwords.ts';
import { hashPassword } from './passwords/passwords.ts';
import * as sessionQueries from './sessions/session-queries.ts';
import * as queries from './queries.ts';
import { hasFactor, spendCode } from './second-factor.ts';
import { deleteDeadChallenges } from './security-queries.ts';
import type { Sessions } from './sessions/sessions.ts';
import { openSignedIn, type Signed } from './sign-in.ts';
import { sweepSignIns, type Origin } from './sign-ins.ts';
import { deleteEndedSuspensions } from './suspension-queries.ts';

export type Registration = {
  name: string;
  surname: string;
  age: string;
  email: string;
  country?: string;
  city?: string;
  password: string;
};

/**
 * Creates an account that waits for activation, signs it in and emails the link. Registrations of
 * one address do not affect each other until one of them is activated. Throws `email_taken`,
 * `bad_input`, `simple_password`, `unavailable`. Not idempotent: a second call registers once more.
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
  const hash = await hashPassword(input.password, context.config.passwordCost, origin.addressKey);
  return transaction(context, async (tx) => {
    const id = newId();
    if ((await queries.findAccountByEmail(tx, email)) !== undefined)
      throw appError('email_taken', {
        fields: { email: 'Пользователь с такой почтой уже зарегистрирован' },
      });
    await queries.insertAccount(tx, {
      id,
      email,
      password_hash: hash,
      registered_from: `${origin.device}, ${origin.address}`,
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
    await sendActivation(context, tx, { id, email }, `${input.name} ${input.surname}`);
    return openSignedIn(sessions, tx, id, origin);
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

/** Removes accounts that were not activated in time, expired links and what else has ended. */
export async function sweepAccounts(context: AppContext): Promise<void> {
  await queries.deleteOldWaitingAccounts(
    context.db,
    secondsFromNow(-ACTIVATION_DAYS * DAY_SECONDS),
  );
  await queries.deleteDeadLinks(context.db);
  await deleteEndedSuspensions(context.db);
  await deleteDeadChallenges(context.db);
  await sweepSignIns(context.db);
}
export { isAdminAccount, isAdminId } from './admin.ts';
export { readEmail } from './email/email-address.ts';
export { requestEmail, checkRequestedEmail } from './email/email-change.ts';
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

export { mountPasskeys } from './passkeys/passkey-routes.ts';
export { MEDIA_COOKIE } from './sessions/session-cookies.ts';
export { mountAccountSecurity } from './security-routes.ts';
export { sealOldSecrets } from './second-factor.ts';
export { deviceOf, makeSessions } from './sessions/sessions.ts';
export { makeVisits } from './visits.ts';
export { findAccountsFor, pickByEmail } from './queries.ts';
export { hasSession } from './sessions/session-queries.ts';
export type { Sessions } from './sessions/sessions.ts';
export { listVisits, type Visits } from './visits.ts';
