import { DAY_SECONDS } from '@respa/contract/durations';
import type { Confirmation } from '@respa/contract/account-security';
import { EMAIL_BACK_DAYS } from '@respa/contract/account-limits';
import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { hashSecret, newSecret } from '#platform/runtime/ids.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { taken } from './email-change.ts';
import { mailEmailBack, mailEmailChanged } from '../mail.ts';
import { makeLink } from './mail-links.ts';
import { checkPassword } from '../passwords/login-attempts.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { deletePasskeys } from '../passkeys/passkey-queries.ts';
import * as queries from '../queries.ts';
import {
  confirmFactorByMail,
  deleteChallenges,
  deleteDevices,
  deleteFactorSince,
  setEmail,
} from '../security-queries.ts';
import * as sessionQueries from '../sessions/session-queries.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Origin } from '../sign-ins.ts';

const KINDS = { email: 'change', email_back: 'undo', factor: 'factor' } as const;
type LinkKind = keyof typeof KINDS;
type Found = { user_id: string; email: string; kind: LinkKind };

async function findConfirmation(db: Db, link: string): Promise<Found> {
  for (const kind of Object.keys(KINDS) as LinkKind[]) {
    const found = await queries.findLink(db, hashSecret(link), kind);
    if (found?.email != null) return { user_id: found.user_id, email: found.email, kind };
  }
  throw appError('bad_link');
}
/** Returns what a link confirms and for whom, and changes nothing. Throws `bad_link`. */
export async function readConfirmation(
  context: AppContext,
  viewer: Viewer | null,
  link: string,
): Promise<{ kind: Confirmation; name: string; email: string; isMine: boolean }> {
  const found = await findConfirmation(context.db, link);
  return {
    kind: KINDS[found.kind],
    name: await context.account.findName(context.db, found.user_id),
    email: found.email,
    isMine: viewer?.id === found.user_id,
  };
}

/**
 * Applies an emailed link. A new address and a second factor also need the session or the password
 * of their account: a stranger who presses the button must not lend an attacker their mailbox.
 *
 * A link to the new address puts it into effect, and the old address gets a link that is valid for
 * a week, whatever else changes meanwhile: with it, its owner reverts everything that happened
 * after. The old address is restored, every session ends, the password stops working, and a second
 * factor added since then is deleted. Throws `bad_link`, `password_required`, `email_taken`,
 * `too_often`.
 */
export async function confirmByMail(
  context: AppContext,
  sessions: Sessions,
  input: { link: string; password?: string },
  viewer: Viewer | null,
  origin: Origin,
): Promise<{ undone: boolean }> {
  const known = await findConfirmation(context.db, input.link);
  if (known.kind !== 'email_back')
    await proveAccount(context, known.user_id, input.password ?? '', viewer, origin);
  const unusableHash =
    known.kind === 'email_back'
      ? await hashPassword(newSecret(), context.config.passwordCost, origin.addressKey)
      : '';
  return transaction(context, async (tx, after) => {
    const account = await queries.lockAccount(tx, known.user_id);
    const found = await queries.takeLink(tx, hashSecret(input.link), known.kind);
    if (account === undefined || found === undefined || found.email === null)
      throw appError('bad_link');
    if (known.kind === 'factor') {
      await confirmFactorByMail(tx, account.id);
      return { undone: false };
    }
    await moveTo(tx, after, sessions, account.id, found.email);
    if (known.kind === 'email') {
      await mailEmailChanged(
        context,
        tx,
        account.email,
        found.email,
        await makeLink(tx, account.id, 'email_back', EMAIL_BACK_DAYS * DAY_SECONDS, account.email),
      );
      after(() => sessions.forget(account.id));
      return { undone: false };
    }
    // Earlier addresses keep their revert links: the owner of this one may be the thief.
    await queries.deleteLinksSince(tx, account.id, 'email_back', found.created_at);
    await queries.setPassword(tx, account.id, unusableHash);
    await deleteFactorSince(tx, account.id, found.created_at);
    await deletePasskeys(tx, account.id, found.created_at);
    const ended = await sessionQueries.deleteSessions(tx, account.id, {});
    await deleteChallenges(tx, account.id);
    await deleteDevices(tx, account.id);
    await mailEmailBack(context, tx, found.email);
    after(() => sessions.dropEnded(account.id, ended));
    return { undone: true };
  });
}
async function proveAccount(
  context: AppContext,
  userId: string,
  password: string,
  viewer: Viewer | null,
  { addressKey }: Origin,
): Promise<void> {
  if (viewer?.id === userId) return;
  const account = await queries.findAccount(context.db, userId);
  const guess = { key: `${userId} ${addressKey}`, owner: addressKey };
  if (password === '' || !(await checkPassword(context, guess, password, account?.password_hash)))
    throw appError('password_required', {
      text: 'Введите пароль этого профиля',
      fields: { password: 'Введите пароль этого профиля' },
    });
}
/** Moves an account to an address; links sent to the one it no longer has are deleted. */
async function moveTo(
  tx: Tx,
  after: After,
  sessions: Sessions,
  userId: string,
  email: string,
): Promise<void> {
  const waiting = await queries.deleteWaitingAccounts(tx, email);
  if (!(await setEmail(tx, userId, email))) throw taken();
  for (const kind of ['return', 'email', 'factor']) await queries.deleteLinks(tx, userId, kind);
  after(() => {
    for (const id of waiting) sessions.forget(id);
  });
}
