import { DAY_SECONDS } from '@respa/contract/durations';
import { EMAIL_BACK_DAYS, EMAIL_LINK_DAYS } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import { secondsFromNow } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { hashSecret, newSecret } from '#platform/runtime/ids.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { readEmail } from './email-address.ts';
import { mailEmailAsked, mailEmailBack, mailEmailChanged, mailEmailConfirmation } from './mail.ts';
import * as sessionQueries from './session-queries.ts';
import * as queries from './queries.ts';
import { hashPassword } from './passwords.ts';
import {
  deleteChallenges,
  deleteFactorSince,
  findPendingEmail,
  setEmail,
} from './security-queries.ts';
import type { Sessions } from './sessions.ts';

const taken = () =>
  appError('email_taken', { fields: { email: 'Пользователь с такой почтой уже зарегистрирован' } });

/** Returns the user's address and the pending one that waits for its link. */
export async function readEmails(
  context: AppContext,
  userId: string,
): Promise<{ email: string; pending: string | null }> {
  const [account, pending] = await Promise.all([
    queries.findAccount(context.db, userId),
    findPendingEmail(context.db, userId),
  ]);
  return { email: account?.email ?? '', pending };
}

async function makeLink(
  tx: Tx,
  userId: string,
  kind: 'email' | 'email_back',
  email: string,
  days: number,
): Promise<string> {
  const link = newSecret();
  await queries.insertLink(tx, {
    hash: hashSecret(link),
    user_id: userId,
    kind,
    email,
    dies_at: secondsFromNow(days * DAY_SECONDS),
  });
  return link;
}

/**
 * Reads a requested address, before the transaction that calls `requestEmail`. An address that is
 * neither the current one, which forms send along, nor already pending
 * counts against the limit whatever the outcome, so that nobody can probe who is registered. Throws
 * `bad_input`, `too_often`.
 */
export async function checkRequestedEmail(
  context: AppContext,
  userId: string,
  input: string,
): Promise<string> {
  const wanted = readEmail(input);
  const { email, pending } = await readEmails(context, userId);
  if (wanted !== email && wanted !== pending)
    await context.limits.spend('mails', `email ${userId}`);
  return wanted;
}
/**
 * Requests a change to an address that `weighEmail` has checked: nothing changes until the emailed
 * link is opened, and the old address is notified. Returns the pending address;
 * null for the current one, which changes nothing. Throws `email_taken`. A new request replaces the
 * pending one.
 */
export async function requestEmail(
  context: AppContext,
  tx: Tx,
  userId: string,
  email: string,
): Promise<string | null> {
  const account = await queries.lockAccount(tx, userId);
  if (account === undefined) throw appError('not_signed_in');
  const pending = await findPendingEmail(tx, userId);
  if (email === account.email) return null;
  if (email === pending) return pending;
  const other = await queries.findAccountByEmail(tx, email);
  if (other !== undefined && other.activated_at !== null) throw taken();
  await queries.deleteLinks(tx, userId, 'email');
  await mailEmailConfirmation(
    context,
    tx,
    email,
    await makeLink(tx, userId, 'email', email, EMAIL_LINK_DAYS),
  );
  await mailEmailAsked(context, tx, account.email);
  return email;
}
export const cancelEmail = (context: AppContext, viewer: Viewer): Promise<void> =>
  transaction(context, async (tx) => void (await queries.deleteLinks(tx, viewer.id, 'email')));

/**
 * Applies the address of an emailed link. A link to the new address puts it into effect, and the
 * old address gets a link that is valid for a week, whatever else changes meanwhile:
 * with it, its owner reverts everything that happened after. The old address is restored, every
 * session ends, the password stops working, and a second factor added since then is deleted.
 * Throws `bad_link`, `email_taken`.
 */
export async function confirmEmail(
  context: AppContext,
  sessions: Sessions,
  link: string,
): Promise<{ undone: boolean }> {
  const hash = hashSecret(link);
  const [wanted, back] = [
    await queries.findLink(context.db, hash, 'email'),
    await queries.findLink(context.db, hash, 'email_back'),
  ];
  const known = wanted ?? back;
  if (known === undefined) throw appError('bad_link');
  const unusableHash = await hashPassword(newSecret(), context.config.passwordCost);
  return transaction(context, async (tx, after) => {
    const account = await queries.lockAccount(tx, known.user_id);
    const found = await queries.takeLink(tx, hash, wanted === undefined ? 'email_back' : 'email');
    if (account === undefined || found === undefined || found.email === null)
      throw appError('bad_link');
    await queries.deleteWaitingAccount(tx, found.email);
    if (!(await setEmail(tx, account.id, found.email))) throw taken();
    // Links sent to an address that the member no longer has are deleted.
    await queries.deleteLinks(tx, account.id, 'return');
    await queries.deleteLinks(tx, account.id, 'email');
    if (wanted !== undefined) {
      await mailEmailChanged(
        context,
        tx,
        account.email,
        found.email,
        await makeLink(tx, account.id, 'email_back', account.email, EMAIL_BACK_DAYS),
      );
      after(() => sessions.forget(account.id));
      return { undone: false };
    }
    // Earlier addresses keep their revert links: the owner of this one may be the thief.
    await queries.deleteLinksSince(tx, account.id, 'email_back', found.created_at);
    await queries.setPassword(tx, account.id, unusableHash);
    await deleteFactorSince(tx, account.id, found.created_at);
    const ended = await sessionQueries.deleteSessions(tx, account.id, {});
    await deleteChallenges(tx, account.id);
    await mailEmailBack(context, tx, found.email);
    after(() => sessions.dropEnded(account.id, ended));
    return { undone: true };
  });
}
