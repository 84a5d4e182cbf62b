import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import * as account from '@respa/contract/account';
import * as security from '@respa/contract/account-security';
import { Caller, PASSWORD, type TestApp } from './driver.ts';

export const freshAddress = () => `${crypto.randomUUID()}@respa.test`;
/** The end of the newest link of a kind that was mailed to an address. */
export const mailed = async (
  app: TestApp,
  email: string,
  kind: 'return-password' | 'confirm-email',
) => (await app.waitForLink(new Caller(app.url, { email }), kind)).split('/').at(-1)!;
/** A code of the application: of the next thirty seconds, so that the one of these may have been given already. A code is good for a step more on either side. */
export const codeOf = (secret: string, ahead = 1) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + ahead * 30_000,
  });
/** Has codes asked for at somebody's sign-in. */
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
/** Gives a right password where a code is asked for. */
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
