import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { DAY_SECONDS } from '@respa/contract/durations';
import { CHALLENGE_MINUTES, FACTOR_LINK_DAYS, SECOND_FACTOR } from '@respa/contract/account-limits';
import { appError, type AppError } from '@respa/contract/app-errors';
import { nowMs, secondsFromNow } from '#platform/runtime/clock.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { hashSecret, newSecret } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { mailCodesLocked, mailFactor, mailFactorOn } from './mail.ts';
import { makeLink } from './email/mail-links.ts';
import { confirmPassword } from './passwords/password-again.ts';
import { deleteLinks, findAccount, lockAccount } from './queries.ts';
import * as queries from './security-queries.ts';
import type { Sessions } from './sessions/sessions.ts';

const ISSUER = 'Респа';
const STEP_SECONDS = 30;
const SECRET_BYTES = 20;
// Base32 without look-alike characters.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

// RFC 6238 with the parameters that every authenticator supports: SHA-1, six digits, thirty
// seconds.
const totpOf = (secret: Uint8Array, label = '') =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  });
const plain = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');
const newCode = (): string =>
  Array.from(randomBytes(10), (byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replace(/^(.{5})/, '$1-');
const hashCode = (userId: string, code: string): Buffer => hashSecret(`${userId} ${plain(code)}`);

/** Returns the time step of a code, within one step of now, or null. */
function stepOf(secret: Uint8Array, code: string): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, window: 1, timestamp: nowMs() });
  return delta === null ? null : Math.floor(nowMs() / 1000 / STEP_SECONDS) + delta;
}

/**
 * Returns whether sign-in requires a code, since when, how many recovery codes are left, and
 * whether the owner of the mailbox has confirmed the factor.
 */
export async function readFactor(
  db: Db,
  userId: string,
): Promise<{ on: boolean; since: Date | null; codesLeft: number; isConfirmed: boolean }> {
  const factor = await queries.findFactor(db, userId);
  const since = factor?.confirmed_at ?? null;
  return {
    on: since !== null,
    since,
    codesLeft: since === null ? 0 : await queries.countCodes(db, userId),
    isConfirmed: since !== null && factor?.mailbox_at != null,
  };
}
export const hasFactor = async (db: Db, userId: string): Promise<boolean> =>
  ((await queries.findFactor(db, userId))?.confirmed_at ?? null) !== null;

const badCode = () => appError('bad_code', { fields: { code: 'Неверный код.' } });
type Verdict = AppError | null;
/**
 * Checks a code under the lock of its owner's row and consumes it. A wrong one counts. Five of them
 * lock the codes of the app out, each time for twice as long, and the owner is told. Recovery
 * codes, which nobody can guess, stay valid, so that the owner gets in.
 */
async function checkCode(
  context: AppContext,
  tx: Tx,
  userId: string,
  input: string,
): Promise<Verdict> {
  const factor = await queries.lockFactor(tx, userId);
  if (factor === undefined) return appError('factor_not_begun');
  const code = plain(input);
  const shut = factor.locked_until === null ? 0 : factor.locked_until.getTime() - nowMs();
  if (shut > 0) {
    if (await spendRecoveryCode(tx, factor, userId, code)) return null;
    return appError('too_often', {
      text: `Слишком много неверных кодов. Попробуйте через ${Math.ceil(shut / 60_000)} мин. или введите запасной код.`,
      retryAfter: Math.ceil(shut / 1000),
    });
  }
  const step = stepOf(context.secrets.open(factor.secret, userId), code);
  if (step !== null && step > factor.last_step) {
    await queries.takeStep(tx, userId, step);
    return null;
  }
  if (await spendRecoveryCode(tx, factor, userId, code)) return null;
  if (factor.tries + 1 < SECOND_FACTOR.tries)
    await queries.setTries(tx, userId, { tries: factor.tries + 1, locks: factor.locks });
  else await lockCodes(context, tx, userId, factor.locks);
  return badCode();
}
async function spendRecoveryCode(
  tx: Tx,
  factor: queries.FactorRow,
  userId: string,
  code: string,
): Promise<boolean> {
  if (
    factor.confirmed_at === null ||
    !(await queries.takeRecoveryCode(tx, userId, hashCode(userId, code)))
  )
    return false;
  await queries.setTries(tx, userId, { tries: 0, locks: 0 });
  return true;
}
async function lockCodes(
  context: AppContext,
  tx: Tx,
  userId: string,
  locks: number,
): Promise<void> {
  const minutes = Math.min(SECOND_FACTOR.lockMinutes * 2 ** locks, SECOND_FACTOR.maxLockMinutes);
  await queries.setTries(tx, userId, {
    tries: 0,
    locks: locks + 1,
    lockedUntil: secondsFromNow(minutes * 60),
  });
  const account = await findAccount(tx, userId);
  if (account !== undefined) await mailCodesLocked(context, tx, account.email, minutes);
}
/**
 * Spends a code of the user. Throws `bad_code`, after five wrong ones `too_often`, without a factor
 * `factor_not_begun`. Failed attempts stay counted; no code is none: pages ask so whether one is needed.
 */
export async function spendCode(context: AppContext, userId: string, code: string): Promise<void> {
  if (plain(code) === '') throw badCode();
  const refusal = await transaction(context, (tx) => checkCode(context, tx, userId, code));
  if (refusal !== null) throw refusal;
}

/** Requests the code in the middle of a sign-in; returns the secret to return with. */
export async function challenge(tx: Tx, userId: string): Promise<string> {
  const secret = newSecret();
  await queries.insertChallenge(tx, {
    hash: hashSecret(secret),
    user_id: userId,
    dies_at: secondsFromNow(CHALLENGE_MINUTES * 60),
  });
  return secret;
}

/**
 * Creates a new secret for an authenticator app, after a password check; the factor is inactive
 * until a code confirms it. Throws `bad_password`, `too_often`, `factor_on`. A second call replaces
 * the first secret.
 */
export async function beginFactor(
  context: AppContext,
  viewer: Viewer,
  password: string,
): Promise<{ secret: string; uri: string }> {
  await confirmPassword(context, viewer, password);
  const bytes = randomBytes(SECRET_BYTES);
  return transaction(context, async (tx) => {
    const account = await lockAccount(tx, viewer.id);
    if (account === undefined) throw appError('not_signed_in');
    const sealed = context.secrets.seal(bytes, viewer.id);
    if (!(await queries.beginFactor(tx, viewer.id, sealed))) throw appError('factor_on');
    const totp = totpOf(bytes, account.email);
    return { secret: totp.secret.base32, uri: totp.toString() };
  });
}
/**
 * Emails the link by which the owner of the mailbox confirms the factor. Only the last one works.
 */
async function sendFactorLink(
  context: AppContext,
  tx: Tx,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await deleteLinks(tx, id, 'factor');
  const link = await makeLink(tx, id, 'factor', FACTOR_LINK_DAYS * DAY_SECONDS, email);
  await mailFactorOn(context, tx, email, link);
}
/** Emails that link once more. Throws `factor_not_begun`; does nothing for a confirmed factor. */
export async function resendFactorLink(context: AppContext, viewer: Viewer): Promise<void> {
  await transaction(context, async (tx) => {
    const account = await lockAccount(tx, viewer.id);
    const factor = await queries.findFactor(tx, viewer.id);
    if (account === undefined || factor?.confirmed_at == null) throw appError('factor_not_begun');
    if (factor.mailbox_at === null) await sendFactorLink(context, tx, account);
  });
}
async function dealCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: SECOND_FACTOR.recoveryCodes }, newCode);
  await queries.replaceCodes(
    tx,
    userId,
    codes.map((code) => hashCode(userId, code)),
  );
  return codes;
}
/**
 * Activates the factor with the first code of the authenticator; returns the recovery codes, which
 * are never shown again. Throws `factor_not_begun`, `factor_on`, `bad_code`, `too_often`.
 */
export async function confirmFactor(
  context: AppContext,
  sessions: Sessions,
  viewer: Viewer,
  code: string,
): Promise<string[]> {
  if (await hasFactor(context.db, viewer.id)) throw appError('factor_on');
  await spendCode(context, viewer.id, code);
  return transaction(context, async (tx, after) => {
    const [account, factor] = [
      await lockAccount(tx, viewer.id),
      await queries.lockFactor(tx, viewer.id),
    ];
    if (account === undefined || factor === undefined) throw appError('factor_not_begun');
    if (factor.confirmed_at !== null) throw appError('factor_on');
    await queries.confirmFactor(tx, viewer.id);
    await sendFactorLink(context, tx, account);
    after(() => sessions.forget(viewer.id));
    return dealCodes(tx, viewer.id);
  });
}
/**
 * Removes the factor, so that no code is required. Throws `bad_password`, `bad_code`, `too_often`;
 * without a factor it does nothing.
 */
export async function endFactor(
  context: AppContext,
  sessions: Sessions,
  viewer: Viewer,
  input: { password: string; code: string },
): Promise<void> {
  await confirmPassword(context, viewer, input.password);
  if (!(await hasFactor(context.db, viewer.id))) return;
  await spendCode(context, viewer.id, input.code);
  await transaction(context, async (tx, after) => {
    const account = await lockAccount(tx, viewer.id);
    if (account === undefined) return;
    await queries.deleteFactor(tx, viewer.id);
    await queries.deleteChallenges(tx, viewer.id);
    await mailFactor(context, tx, account.email, 'off');
    after(() => sessions.forget(viewer.id));
  });
}
/**
 * Replaces the remaining recovery codes with new ones. Throws `bad_password`, `bad_code`,
 * `too_often`, `factor_not_begun`.
 */
export async function renewCodes(
  context: AppContext,
  viewer: Viewer,
  input: { password: string; code: string },
): Promise<string[]> {
  await confirmPassword(context, viewer, input.password);
  if (!(await hasFactor(context.db, viewer.id))) throw appError('factor_not_begun');
  await spendCode(context, viewer.id, input.code);
  return transaction(context, async (tx) => {
    const account = await lockAccount(tx, viewer.id);
    if (account === undefined || !(await hasFactor(tx, viewer.id)))
      throw appError('factor_not_begun');
    await mailFactor(context, tx, account.email, 'codes');
    return dealCodes(tx, viewer.id);
  });
}
/** Seals the secrets from before they were sealed, once, when a server starts. */
export const sealOldSecrets = (context: AppContext): Promise<void> =>
  transaction(context, async (tx) => {
    for (const { user_id: userId, secret } of await queries.lockPlainFactors(tx, SECRET_BYTES))
      await queries.setFactorSecret(tx, userId, context.secrets.seal(secret, userId));
  });
