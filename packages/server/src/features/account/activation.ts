import { DAY_SECONDS } from '@respa/contract/durations';
import { ACTIVATION_DAYS } from '@respa/contract/account-limits';
import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { hashSecret } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { mailActivation } from './mail.ts';
import { makeLink } from './email/mail-links.ts';
import { checkPassword } from './passwords/login-attempts.ts';
import { hashPassword } from './passwords/passwords.ts';
import { assertNotSimple } from './passwords/simple-passwords.ts';
import { deletePasskeys } from './passkeys/passkey-queries.ts';
import * as queries from './queries.ts';
import { deleteChallenges, deleteDevices, deleteFactor } from './security-queries.ts';
import * as sessionQueries from './sessions/session-queries.ts';
import { openSignedIn, type Signed } from './sign-in.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Origin } from './sign-ins.ts';

/**
 * Emails an activation link that says who registered, when and from where. Returns false if the
 * address has had too many of them.
 */
export async function sendActivation(
  context: AppContext,
  tx: Tx,
  account: { id: string; email: string },
  name: string,
): Promise<boolean> {
  const { registered_from: from, created_at: at } = await queries.getOrigin(tx, account.id);
  return mailActivation(context, tx, account.email, {
    name,
    from,
    at,
    link: await makeLink(tx, account.id, 'activate', ACTIVATION_DAYS * DAY_SECONDS),
  });
}

/**
 * Emails a new activation link; earlier ones stay valid. Does nothing for an active account. Throws
 * `too_often`.
 */
export async function resendActivation(context: AppContext, viewer: Viewer): Promise<void> {
  await transaction(context, async (tx) => {
    const account = await queries.lockAccount(tx, viewer.id);
    if (account === undefined || account.activated_at !== null) return;
    const name = await context.account.findName(tx, account.id);
    if (!(await sendActivation(context, tx, account, name)))
      throw appError('too_often', {
        text: 'На эту почту уже ушло несколько писем. Проверьте папку «Спам» или попробуйте через час.',
        retryAfter: 3_600,
      });
  });
}

/** Returns whose address a link confirms, and changes nothing. Throws `bad_link`. */
export async function readActivation(context: AppContext, viewer: Viewer | null, link: string) {
  const found = await queries.findActivation(context.db, hashSecret(link));
  if (found === undefined) throw appError('bad_link');
  return {
    email: found.email,
    name: await context.account.findName(context.db, found.id),
    isUsed: found.used_at !== null,
    isMine: viewer?.id === found.id,
  };
}

type Activation = { link: string; password?: string; newPassword?: string };
/**
 * Activates the account that a link was emailed for. The mail alone proves only that the mailbox
 * received it, so the caller must also be the one who registered: by the session or by the password
 * of that registration. A new password is proof too, because it shuts out the one who registered.
 * What the account had before belongs to nobody known: its other sessions, factors and pending
 * changes end, and so do the other registrations of the address. Signs in.
 *
 * Throws `bad_link`, `link_used`, `password_required`, `simple_password`, `too_often`, and
 * `email_taken` if the address was confirmed by another account meanwhile.
 */
export async function activate(
  context: AppContext,
  sessions: Sessions,
  input: Activation,
  viewer: Viewer | null,
  origin: Origin,
): Promise<Signed> {
  const hash = hashSecret(input.link);
  const found = await queries.findActivation(context.db, hash);
  if (found === undefined) throw appError('bad_link');
  if (found.used_at !== null) throw appError('link_used');
  const newHash = await proveOwner(context, found, input, viewer, origin);
  return transaction(context, async (tx, after) => {
    // In one order, so that two activations of one address wait for each other.
    await queries.lockAccountsOf(tx, found.email);
    const link = await queries.findActivation(tx, hash);
    if (link === undefined) throw appError('bad_link');
    if (link.used_at !== null) throw appError('link_used');
    if (!(await queries.setActivated(tx, found.id))) throw appError('email_taken');
    if (newHash !== null) await queries.setPassword(tx, found.id, newHash);
    await queries.useActivationLinks(tx, found.id);
    for (const kind of ['return', 'email', 'email_back', 'factor'])
      await queries.deleteLinks(tx, found.id, kind);
    await deleteFactor(tx, found.id);
    await deleteChallenges(tx, found.id);
    await deleteDevices(tx, found.id);
    await deletePasskeys(tx, found.id);
    const others = await queries.deleteWaitingAccounts(tx, found.email);
    const ended = await sessionQueries.deleteSessions(tx, found.id, {});
    await context.signals.emit('accountActivated', { tx, userId: found.id });
    const signed = await openSignedIn(sessions, tx, found.id, origin);
    after(() => {
      sessions.dropEnded(found.id, ended);
      for (const id of others) sessions.forget(id);
    });
    return signed;
  });
}
/** Returns the hash of the new password, or null if the registration's own one stays. */
async function proveOwner(
  context: AppContext,
  account: queries.AccountRow,
  { password = '', newPassword }: Activation,
  viewer: Viewer | null,
  { addressKey }: Origin,
): Promise<string | null> {
  if (newPassword !== undefined) {
    await assertNotSimple(newPassword, account.email, 'newPassword');
    return hashPassword(newPassword, context.config.passwordCost, addressKey);
  }
  if (viewer?.id === account.id) return null;
  const guess = { key: `${account.id} ${addressKey}`, owner: addressKey };
  if (password === '' || !(await checkPassword(context, guess, password, account.password_hash)))
    throw appError('password_required', {
      fields: { password: 'Введите пароль, указанный при регистрации' },
    });
  return null;
}
