import { DAY_SECONDS } from '@respa/contract/durations';
import { EMAIL_LINK_DAYS } from '@respa/contract/account-limits';
import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { readEmail } from './email-address.ts';
import { mailEmailAsked, mailEmailConfirmation } from '../mail.ts';
import { makeLink } from './mail-links.ts';
import { confirmPassword } from '../passwords/password-again.ts';
import * as queries from '../queries.ts';
import { hasFactor, spendCode } from '../second-factor.ts';
import { findPendingEmail } from '../security-queries.ts';

/** The error for an address that an activated account has. */
export const taken = () =>
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

/**
 * Reads a requested address, before the transaction that calls `requestEmail`. An address that is
 * neither the current one, which forms send along, nor already pending needs the password, and the
 * code if sign-in requires one. It counts against the limit whatever the outcome, so that nobody
 * can probe who is registered. Throws `bad_input`, `bad_password`, `bad_code`, `too_often`.
 */
export async function checkRequestedEmail(
  context: AppContext,
  viewer: Viewer,
  input: { email: string; password?: string; code?: string },
): Promise<string> {
  const wanted = readEmail(input.email);
  const { email, pending } = await readEmails(context, viewer.id);
  if (wanted === email || wanted === pending) return wanted;
  await confirmPassword(context, viewer, input.password ?? '');
  if (await hasFactor(context.db, viewer.id)) await spendCode(context, viewer.id, input.code ?? '');
  await context.limits.spend('mails', `email ${viewer.id}`);
  return wanted;
}
/**
 * Requests a change to an address that `checkRequestedEmail` has checked: nothing changes until the
 * emailed link is opened, and the old address is notified. Returns the pending address; null for
 * the current one, which changes nothing. Throws `email_taken`. A new request replaces the pending
 * one.
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
  if ((await queries.findAccountByEmail(tx, email)) !== undefined) throw taken();
  await queries.deleteLinks(tx, userId, 'email');
  await mailEmailConfirmation(
    context,
    tx,
    email,
    await makeLink(tx, userId, 'email', EMAIL_LINK_DAYS * DAY_SECONDS, email),
  );
  await mailEmailAsked(context, tx, account.email);
  return email;
}
export const cancelEmail = (context: AppContext, viewer: Viewer): Promise<void> =>
  transaction(context, async (tx) => void (await queries.deleteLinks(tx, viewer.id, 'email')));
