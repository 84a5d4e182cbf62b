import { RESET_HOURS } from '@respa/contract/account-limits';
import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { hashSecret, isId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { readEmail } from '../email/email-address.ts';
import { mailFactor, mailPasswordChanged, mailReturn } from '../mail.ts';
import { confirmPassword } from './password-again.ts';
import { assertNotSimple } from './simple-passwords.ts';
import { hashPassword } from './passwords.ts';
import * as sessionQueries from '../sessions/session-queries.ts';
import { deletePasskeys } from '../passkeys/passkey-queries.ts';
import * as queries from '../queries.ts';
import { deleteChallenges, deleteDevices, deleteUnconfirmedFactor } from '../security-queries.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { makeLink } from '../email/mail-links.ts';

/**
 * Emails a link for a new password, if there is such an account. A job checks whether there is, so
 * neither the response nor its timing reveals it.
 */
export async function forgotPassword(context: AppContext, input: string): Promise<void> {
  const email = readEmail(input);
  await context.limits.spend('mails', `return ${email}`);
  await context.jobs.add(context.db, 'accounts.return', { email });
}
/** Emails the link. If called twice, only the later link is valid. */
export async function sendReturnLink(context: AppContext, email: string): Promise<void> {
  await transaction(context, async (tx) => {
    const account = await queries.findAccountByEmail(tx, email);
    if (account === undefined) return;
    await queries.deleteLinks(tx, account.id, 'return');
    await mailReturn(
      context,
      tx,
      email,
      account.id,
      await makeLink(tx, account.id, 'return', RESET_HOURS * 3600),
    );
  });
}
export async function isReturnLink(
  context: AppContext,
  id: string,
  link: string,
): Promise<boolean> {
  if (!isId(id)) return false;
  return (await queries.findLink(context.db, hashSecret(link), 'return'))?.user_id === id;
}
/**
 * Sets a new password with an emailed link, once, and ends every session; a pending e-mail change
 * is cancelled. A second factor that the owner of the mailbox never confirmed is removed: it may be
 * the work of a thief who had the password. So may passkeys, which all go. Throws `bad_link`,
 * `simple_password`, `unavailable`.
 */
export async function returnPassword(
  context: AppContext,
  sessions: Sessions,
  input: { id: string; link: string; password: string },
): Promise<void> {
  const account = (await isReturnLink(context, input.id, input.link))
    ? await queries.findAccount(context.db, input.id)
    : undefined;
  if (account === undefined) throw appError('bad_link');
  await assertNotSimple(input.password, account.email);
  const hash = await hashPassword(input.password, context.config.passwordCost, account.id);
  await transaction(context, async (tx, after) => {
    const taken = await queries.takeLink(tx, hashSecret(input.link), 'return');
    if (taken === undefined || taken.user_id !== input.id) throw appError('bad_link');
    await replacePassword(context, sessions, tx, after, taken.user_id, hash);
    await deleteDevices(tx, taken.user_id);
    await deletePasskeys(tx, taken.user_id);
    await queries.deleteLinks(tx, taken.user_id, 'factor');
    if (await deleteUnconfirmedFactor(tx, taken.user_id))
      await mailFactor(context, tx, account.email, 'off');
  });
}
/**
 * Changes the password and ends all other sessions; a pending e-mail change is cancelled. Throws
 * `bad_password`, `too_often` after five wrong ones, `simple_password`.
 */
export async function changePassword(
  context: AppContext,
  sessions: Sessions,
  viewer: Viewer,
  input: { password: string; newPassword: string },
): Promise<void> {
  await confirmPassword(context, viewer, input.password);
  const account = await queries.findAccount(context.db, viewer.id);
  await assertNotSimple(input.newPassword, account?.email ?? '', 'newPassword');
  const hash = await hashPassword(input.newPassword, context.config.passwordCost, viewer.id);
  await transaction(context, (tx, after) =>
    replacePassword(context, sessions, tx, after, viewer.id, hash, viewer.sessionId),
  );
}
async function replacePassword(
  context: AppContext,
  sessions: Sessions,
  tx: Tx,
  after: (effect: () => void) => void,
  userId: string,
  hash: string,
  except?: string,
) {
  const account = await queries.lockAccount(tx, userId);
  if (account === undefined) throw appError('bad_link');
  await queries.setPassword(tx, userId, hash);
  await queries.deleteLinks(tx, userId, 'return');
  await queries.deleteLinks(tx, userId, 'email');
  await deleteChallenges(tx, userId);
  const ended = await sessionQueries.deleteSessions(
    tx,
    userId,
    except === undefined ? {} : { except },
  );
  await mailPasswordChanged(context, tx, account.email);
  after(() => sessions.dropEnded(userId, ended));
}
