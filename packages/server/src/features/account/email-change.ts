import { EMAIL_BACK_DAYS, EMAIL_LINK_DAYS } from '@respa/contract/limits';
import { fault } from '@respa/contract/faults';
import { secondsFromNow } from '#platform/clock.ts';
import type { Ground } from '#platform/ground.ts';
import { hashSecret, newSecret } from '#platform/ids.ts';
import type { Tx } from '#platform/db.ts';
import type { Viewer } from '#platform/serve.ts';
import { transaction } from '#platform/transaction.ts';
import { readEmail } from './email-address.ts';
import { mailEmailAsked, mailEmailBack, mailEmailChanged, mailEmailConfirmation } from './mail.ts';
import * as queries from './queries.ts';
import { deleteChallenges, findPendingEmail, setEmail } from './security-queries.ts';
import type { Sessions } from './sessions.ts';

const DAY = 24 * 3600;
const taken = () => fault('email_taken', { fields: { email: 'Пользователь с такой почтой уже зарегистрирован' } });

/** The own address and the one that waits for its link. */
export async function readEmails(ground: Ground, userId: string): Promise<{ email: string; pending: string | null }> {
  const [account, pending] = await Promise.all([queries.findAccount(ground.db, userId), findPendingEmail(ground.db, userId)]);
  return { email: account?.email ?? '', pending };
}

async function mailLink(tx: Tx, userId: string, kind: 'email' | 'email_back', email: string, days: number): Promise<string> {
  const link = newSecret();
  await queries.deleteLinks(tx, userId, kind);
  await queries.insertLink(tx, { hash: hashSecret(link), user_id: userId, kind, email, dies_at: secondsFromNow(days * DAY) });
  return link;
}

/**
 * Asks for another address: nothing changes until the link that is mailed to it is opened, and the old address is told. Answers the address that waits now;
 * null for the own one, which changes nothing: forms send it along. Throws `bad_input`, `email_taken`, `too_often`. Another address replaces the one that waits.
 */
export async function requestEmail(ground: Ground, tx: Tx, userId: string, given: string): Promise<string | null> {
  const email = readEmail(given);
  const account = await queries.lockAccount(tx, userId);
  if (account === undefined) throw fault('not_signed_in');
  const pending = await findPendingEmail(tx, userId);
  if (email === account.email) return null;
  if (email === pending) return pending;
  const other = await queries.findAccountByEmail(tx, email);
  if (other !== undefined && other.activated_at !== null) throw taken();
  await ground.limits.spend('mails', `email ${userId}`);
  await mailEmailConfirmation(ground, tx, email, await mailLink(tx, userId, 'email', email, EMAIL_LINK_DAYS));
  await mailEmailAsked(ground, tx, account.email);
  return email;
}
export const cancelEmail = (ground: Ground, viewer: Viewer): Promise<void> => transaction(ground, async (tx) => void await queries.deleteLinks(tx, viewer.id, 'email'));

/**
 * Takes the address that a mailed link is of. A link to the new one puts it into force, and the old one gets a link that is good for a week, by which its owner takes all back:
 * the address is the old one again and every session ends. Throws `bad_link`, `email_taken`.
 */
export async function confirmEmail(ground: Ground, sessions: Sessions, link: string): Promise<{ undone: boolean }> {
  return transaction(ground, async (tx, after) => {
    const hash = hashSecret(link);
    const [wanted, back] = [await queries.takeLink(tx, hash, 'email'), await queries.takeLink(tx, hash, 'email_back')];
    const found = wanted ?? back;
    if (found === undefined || found.email === null) throw fault('bad_link');
    const account = await queries.lockAccount(tx, found.user_id);
    if (account === undefined) throw fault('bad_link');
    await queries.deleteWaitingAccount(tx, found.email);
    if (!(await setEmail(tx, account.id, found.email))) throw taken();
    // Links that went to an address that is no longer the member's are good for nothing.
    await queries.deleteLinks(tx, account.id, 'return');
    await queries.deleteLinks(tx, account.id, 'email');
    if (wanted !== undefined) {
      await mailEmailChanged(ground, tx, account.email, found.email, await mailLink(tx, account.id, 'email_back', account.email, EMAIL_BACK_DAYS));
      after(() => sessions.forget(account.id));
      return { undone: false };
    }
    const ended = await queries.deleteSessions(tx, account.id, {});
    await deleteChallenges(tx, account.id);
    await mailEmailBack(ground, tx, found.email);
    after(() => sessions.dropEnded(account.id, ended));
    return { undone: true };
  });
}
