import type { Static } from 'typebox';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { PASSKEYS } from '@respa/contract/account-limits';
import { appError } from '@respa/contract/app-errors';
import type { BodyOf } from '@respa/contract/route';
import type * as contract from '@respa/contract/passkeys';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { secondsFromNow } from '#platform/runtime/clock.ts';
import { hashSecret, newId, newSecret } from '#platform/runtime/ids.ts';
import { queueMail } from '#platform/runtime/mail.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { Tx } from '#platform/database/db.ts';
import { transaction } from '#platform/database/transaction.ts';
import { confirmPassword } from '../passwords/password-again.ts';
import * as queries from './passkey-queries.ts';
import { lockAccount, lockAccountForSession } from '../queries.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { hasFactor, spendCode } from '../second-factor.ts';
import { startSession, type Signed } from '../sign-in.ts';
import type { Origin } from '../sign-ins.ts';

type Shown = Static<typeof contract.add.reply>['passkey'];
/** What devices support, the best first: Ed25519, P-256, RSA (RFC 8152, RFC 8812). */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** Returns the site as devices know it: keys are bound to its host, answers to its origin. */
function siteOf({ config }: AppContext): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(config.publicUrl);
  return { rpId: hostname, origin };
}
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');
/** The id by which devices know an account: the bytes of its UUID. */
const handleOf = (userId: string): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
const present = (row: queries.PasskeyRow): Shown => ({
  _id: row.id,
  name: row.name,
  created: row.created_at.toISOString(),
  used: row.used_at?.toISOString() ?? null,
});

async function newChallenge(tx: Tx, userId: string | null): Promise<string> {
  const challenge = newSecret();
  await queries.insertChallenge(tx, {
    hash: hashSecret(challenge),
    user_id: userId,
    dies_at: secondsFromNow(PASSKEYS.minutes * 60),
  });
  return challenge;
}
/**
 * Spends the challenge that an answer was made for and returns it. It is spent even if the answer
 * turns out to be wrong. Throws `challenge_over`, `bad_passkey`.
 */
async function spendChallenge(
  context: AppContext,
  clientData: string,
  userId: string | null,
): Promise<string> {
  let challenge: unknown;
  try {
    ({ challenge } = JSON.parse(bytesOf(clientData).toString()) as { challenge?: unknown });
  } catch {
    throw appError('bad_passkey');
  }
  if (
    typeof challenge !== 'string' ||
    !(await queries.takeChallenge(context.db, hashSecret(challenge), userId))
  )
    throw appError('challenge_over');
  return challenge;
}
/** Runs a check of the library, which throws for each answer that it does not accept. */
async function verify<T extends { verified: boolean }>(check: () => Promise<T>): Promise<T> {
  const result = await check().catch(() => null);
  if (result === null || !result.verified) throw appError('bad_passkey');
  return result;
}

/** Returns the caller's passkeys, newest first. */
export const listPasskeys = async (context: AppContext, viewer: Viewer): Promise<Shown[]> =>
  (await queries.listPasskeys(context.db, viewer.id)).map(present);

/**
 * Returns the options with which the browser makes a passkey; they are good once, for
 * `PASSKEYS.minutes`. A passkey signs in without the code, so who has a second factor needs it here.
 * Throws `bad_password`, `bad_code`, `too_often`, `too_many_passkeys`.
 */
export async function beginPasskey(
  context: AppContext,
  viewer: Viewer,
  { password, code = '' }: BodyOf<typeof contract.begin>,
): Promise<Static<typeof contract.begin.reply>['options']> {
  await confirmPassword(context, viewer, password);
  if (await hasFactor(context.db, viewer.id)) await spendCode(context, viewer.id, code);
  return transaction(context, async (tx) => {
    const account = await lockAccount(tx, viewer.id);
    if (account === undefined) throw appError('not_signed_in');
    const known = await queries.listPasskeys(tx, viewer.id);
    if (known.length >= PASSKEYS.each) throw appError('too_many_passkeys');
    return {
      challenge: await newChallenge(tx, viewer.id),
      rp: { id: siteOf(context).rpId, name: 'Респа' },
      user: { id: handleOf(viewer.id), name: account.email, displayName: account.email },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: PASSKEYS.minutes * 60_000,
      attestation: 'none',
      excludeCredentials: known.map((row) => ({
        type: 'public-key',
        id: row.credential_id.toString('base64url'),
        transports: row.transports,
      })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
    };
  });
}

/**
 * Returns whether an attestation names no certificates. We ask for none; to check them the library
 * may load revocation lists from addresses that the certificates name.
 */
function isWithoutCertificates(attestation: string): boolean {
  try {
    const decoded = decodeAttestationObject(Uint8Array.from(bytesOf(attestation)));
    const format = decoded.get('fmt');
    return (
      format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
    );
  } catch {
    return false;
  }
}
/**
 * Stores the passkey that a device made for the options of `beginPasskey`, and tells the owner by
 * mail. Throws `challenge_over`, also on a second call; `bad_passkey`, `too_many_passkeys`.
 */
export async function addPasskey(
  context: AppContext,
  viewer: Viewer,
  input: BodyOf<typeof contract.add>,
): Promise<Shown> {
  const expectedChallenge = await spendChallenge(context, input.clientData, viewer.id);
  const { rpId, origin } = siteOf(context);
  if (!isWithoutCertificates(input.attestation)) throw appError('bad_passkey');
  const { registrationInfo } = await verify(() =>
    verifyRegistrationResponse({
      response: {
        id: input.id,
        rawId: input.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: input.clientData, attestationObject: input.attestation },
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  const credential = registrationInfo!.credential;
  if (credential.id !== input.id) throw appError('bad_passkey');
  return transaction(context, async (tx) => {
    const account = await lockAccount(tx, viewer.id);
    if (account === undefined) throw appError('not_signed_in');
    if ((await queries.listPasskeys(tx, viewer.id)).length >= PASSKEYS.each)
      throw appError('too_many_passkeys');
    const row = await queries.insertPasskey(tx, {
      id: newId(),
      user_id: viewer.id,
      name: input.name,
      credential_id: bytesOf(credential.id),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: input.transports ?? [],
    });
    if (row === undefined) throw appError('bad_passkey');
    await mailPasskey(context, tx, account.email, `Ключ доступа «${row.name}» добавлен`);
    return present(row);
  });
}

/**
 * Deletes an own passkey and tells the owner by mail. Throws `not_found`, also on a second call.
 */
export async function removePasskey(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await transaction(context, async (tx) => {
    const account = await lockAccount(tx, viewer.id);
    if (account === undefined || !(await queries.deletePasskey(tx, viewer.id, id)))
      throw appError('not_found');
    await mailPasskey(context, tx, account.email, 'Ключ доступа удалён');
  });
}
const mailPasskey = (context: AppContext, tx: Tx, to: string, sentence: string) =>
  queueMail(context, tx, {
    to,
    subject: 'Ключи доступа — Респа',
    lines: [`${sentence}.`, 'Если это были не вы, задайте новый пароль прямо сейчас.'],
    link: { name: 'Задать новый пароль', url: `${context.config.publicUrl}/forgot-password` },
  });

/** Returns the options with which the browser asks for any passkey of this site; good once. */
export async function beginPasskeySignIn(
  context: AppContext,
): Promise<Static<typeof contract.beginSignIn.reply>['options']> {
  return {
    challenge: await transaction(context, (tx) => newChallenge(tx, null)),
    rpId: siteOf(context).rpId,
    timeout: PASSKEYS.minutes * 60_000,
    userVerification: 'required',
  };
}
/**
 * Signs in with a passkey. The device has checked its owner, so no code is asked for. Throws
 * `challenge_over`, also on a second call; `bad_passkey` for an unknown key, a wrong signature and
 * a counter that does not grow alike; `suspended`.
 */
export async function signInWithPasskey(
  context: AppContext,
  sessions: Sessions,
  input: BodyOf<typeof contract.signIn>,
  from: Origin,
): Promise<Signed> {
  const expectedChallenge = await spendChallenge(context, input.clientData, null);
  const credentialId = bytesOf(input.id);
  const userId = await queries.findPasskeyOwner(context.db, credentialId);
  if (userId === undefined) throw appError('bad_passkey');
  const { rpId, origin } = siteOf(context);
  return transaction(context, async (tx, after) => {
    // The account first, as everywhere: it is locked while it is suspended or deleted.
    const account = await lockAccountForSession(tx, userId);
    const passkey = await queries.lockPasskey(tx, credentialId);
    if (account?.activated_at == null || passkey?.user_id !== userId) throw appError('bad_passkey');
    const handle = input.userHandle ?? handleOf(userId);
    if (handle !== handleOf(userId)) throw appError('bad_passkey');
    const { authenticationInfo } = await verify(() =>
      verifyAuthenticationResponse({
        response: {
          id: input.id,
          rawId: input.id,
          type: 'public-key',
          clientExtensionResults: {},
          response: {
            clientDataJSON: input.clientData,
            authenticatorData: input.authenticatorData,
            signature: input.signature,
          },
        },
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        credential: {
          id: input.id,
          publicKey: Uint8Array.from(passkey.public_key),
          counter: Number(passkey.counter),
        },
      }),
    );
    await queries.setPasskeyUsed(tx, passkey.id, authenticationInfo.newCounter);
    return startSession(context, sessions, { tx, after }, userId, from);
  });
}
