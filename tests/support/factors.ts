import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import * as account from '@respa/contract/account';
import * as security from '@respa/contract/account-security';
import { Caller, PASSWORD, type TestApp } from './driver.ts';

export const freshAddress = () => `${crypto.randomUUID()}@respa.test`;
/** Returns the token of the newest emailed link of a kind for an address. */
export const mailed = async (
  app: TestApp,
  email: string,
  kind: 'return-password' | 'confirm-email',
) => (await app.waitForLink(new Caller(app.url, { email }), kind)).split('/').at(-1)!;
/**
 * Returns a code of the authenticator app, by default for the next thirty seconds, because the
 * current code may be used already. A code is valid for one more step on either side.
 */
export const codeOf = (secret: string, ahead = 1) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + ahead * 30_000,
  });
/** Enables the code at a member's sign-in. */
export async function addFactor(
  member: Caller,
  password = PASSWORD,
): Promise<{ secret: string; codes: string[] }> {
  const { secret, uri } = await member.call(security.beginFactor, { body: { password } });
  expect(uri).toContain(`secret=${secret}`);
  return {
    secret,
    codes: (await member.call(security.confirmFactor, { body: { code: codeOf(secret, 0) } })).codes,
  };
}
/** Signs in with the right password where a code is required, and returns the challenge. */
export async function challengeOf(
  app: TestApp,
  email: string,
  password = PASSWORD,
): Promise<string> {
  const answer = await app.nobody.request(account.login, { body: { email, password } });
  const { code, challenge } = (await answer.json()) as { code: string; challenge: string };
  expect([answer.status, code]).toEqual([401, 'second_factor']);
  return challenge;
}
