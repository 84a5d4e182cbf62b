import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { CHALLENGE_MINUTES, SECOND_FACTOR } from '@respa/contract/limits';
import { appError, type AppError } from '@respa/contract/app-errors';
import { nowMs, secondsFromNow } from '#platform/runtime/clock.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { hashSecret, newSecret } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { mailFactor } from './mail.ts';
import { confirmPassword } from './password-again.ts';
import { lockAccount } from './queries.ts';
import * as queries from './security-queries.ts';
import type { Sessions } from './sessions.ts';

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

/** Returns whether sign-in requires a code, since when, and how many recovery codes are left. */
export async function readFactor(
  db: Db,
  userId: string,
): Promise<{ on: boolean; since: Date | null; codesLeft: number }> {
  const since = (await queries.findFactor(db, userId))?.confirmed_at ?? null;
  return {
    on: since !== null,
    since,
    codesLeft: since === null ? 0 : await queries.countCodes(db, userId),
  };
}
export const hasFactor = async (db: Db, userId: string): Promise<boolean> =>
  ((await queries.findFactor(db, userId))?.confirmed_at ?? null) !== null;

type Verdict = AppError | null;
/**
 * Checks a code under the lock of its owner's row and consumes it. A wrong one counts; after five,
 * codes are locked out for a while.
 */
async function checkCode(tx: Tx, userId: string, input: string): Promise<Verdict> {
  const factor = await queries.lockFactor(tx, userId);
  if (factor === undefined) return appError('factor_not_begun');
  const shut = factor.locked_until === null ? 0 : factor.locked_until.getTime() - nowMs();
  if (shut > 0)
    return appError('too_often', {
      text: `Слишком много неверных кодов. Попробуйте через ${Math.ceil(shut / 60_000)} мин.`,
      retryAfter: Math.ceil(shut / 1000),
    });
  const code = plain(input);
  const step = stepOf(factor.secret, code);
  if (step !== null && step > factor.last_step) {
    await queries.takeStep(tx, userId, step);
    return null;
  }
  if (
    factor.confirmed_at !== null &&
    (await queries.takeRecoveryCode(tx, userId, hashCode(userId, code)))
  ) {
    await queries.setTries(tx, userId, 0, null);
    return null;
  }
  const tries = factor.tries + 1;
  const isOver = tries >= SECOND_FACTOR.tries;
  await queries.setTries(
    tx,
    userId,
    isOver ? 0 : tries,
    isOver ? secondsFromNow(SECOND_FACTOR.lockMinutes * 60) : null,
  );
  return appError('bad_code', { fields: { code: 'Неверный код.' } });
}
/**
 * Spends a code of the user. Throws `bad_code`, after five wrong ones `too_often`, without a factor
 * `factor_not_begun`. Failed attempts stay counted.
 */
export async function spendCode(context: AppContext, userId: string, code: string): Promise<void> {
  const refusal = await transaction(context, (tx) => checkCode(tx, userId, code));
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
    if (!(await queries.beginFactor(tx, viewer.id, bytes))) throw appError('factor_on');
    const totp = totpOf(bytes, account.email);
    return { secret: totp.secret.base32, uri: totp.toString() };
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
    await mailFactor(context, tx, account.email, 'on');
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
