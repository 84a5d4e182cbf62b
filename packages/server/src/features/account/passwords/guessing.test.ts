import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as profile from '@respa/contract/profile';
import { RATE_LIMITS } from '@respa/contract/rate-limits';
import { Caller, PASSWORD, startTestApp, type TestApp } from '#tests/support/driver.ts';
import { freshAddress } from '#tests/support/factors.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
});
afterAll(() => app.stop());

let taken = 0;
/** Returns a network address that no other test uses. */
const nextAddress = () => `198.51.100.${(taken += 1)}`;
/** Tries a password from a network address; `cookie` is what the browser keeps. */
const enter = (email: string, password: string, from: string, cookie?: string) =>
  app.nobody.request(
    account.login,
    { body: { email, password } },
    { 'x-forwarded-for': from, ...(cookie === undefined ? {} : { cookie }) },
  );
const wrong = async (email: string, from: string, cookie?: string) =>
  (await enter(email, 'не тот пароль', from, cookie)).status;
const deviceOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('respa_device='))!
    .split(';')[0]!;

describe('guessed passwords', () => {
  test('are counted per address, over all accounts', async () => {
    const from = nextAddress();
    const { count } = RATE_LIMITS.addressGuesses;
    for (let turn = 0; turn < count; turn += 1)
      expect(await wrong(`${turn}-${freshAddress()}`, from)).toBe(400);
    expect(await wrong(freshAddress(), from)).toBe(429);
    expect(await wrong(freshAddress(), nextAddress())).toBe(400);
  });
  test('of one account are counted for a whole /64 of IPv6', async () => {
    const email = freshAddress();
    const answers: number[] = [];
    for (let turn = 0; turn < 8; turn += 1)
      answers.push(await wrong(email, `2001:db8:7:8:${turn}::${turn + 1}`));
    expect(answers).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
  });
  test('of one account from everywhere slow sign-ins down and lock nobody out', async () => {
    const { email } = await app.join('Анна');
    const device = deviceOf(await enter(email, PASSWORD, nextAddress()));
    const { count } = RATE_LIMITS.accountGuesses;
    for (let turn = 0; turn < count; turn += 1)
      expect(await wrong(email, `203.0.113.${turn}`)).toBe(400);
    // One more guess is let through, and then none for a while.
    expect([await wrong(email, nextAddress()), await wrong(email, nextAddress())]).toEqual([
      400, 429,
    ]);
    const refused = await enter(email, PASSWORD, nextAddress());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(
      RATE_LIMITS.slowedSignIns.seconds,
    );
    // A browser that signed in before is exempt, also at an address that has guessed too much.
    expect((await enter(email, PASSWORD, '203.0.113.1', device)).status).toBe(200);
    expect(await wrong(email, '203.0.113.1', device)).toBe(400);
    // The cookie of another account exempts nothing.
    const other = await app.join('Борис');
    const foreign = deviceOf(await enter(other.email, PASSWORD, nextAddress()));
    expect((await enter(email, PASSWORD, nextAddress(), foreign)).status).toBe(429);
  });
  test('of a known browser are counted too', async () => {
    const { email } = await app.join('Вера');
    const device = deviceOf(await enter(email, PASSWORD, nextAddress()));
    const answers: number[] = [];
    for (let turn = 0; turn < 7; turn += 1) answers.push(await wrong(email, nextAddress(), device));
    expect(answers).toEqual([400, 400, 400, 400, 400, 429, 429]);
  });
});

test('a known browser is forgotten after a new password by email', async () => {
  const { email, id } = await app.join('Галя');
  const device = deviceOf(await enter(email, PASSWORD, nextAddress()));
  await app.nobody.call(account.forgotPassword, { body: { email } });
  const link = (await app.waitForLink(new Caller(app.url, { email }), 'return-password'))
    .split('/')
    .at(-1)!;
  const password = 'другой-пароль';
  await app.nobody.call(account.returnPassword, { body: { id, link, password } });
  const { count } = RATE_LIMITS.accountGuesses;
  for (let turn = 0; turn <= count; turn += 1) await wrong(email, `192.0.2.${turn}`);
  expect((await enter(email, password, nextAddress(), device)).status).toBe(429);
});

test('invented tokens are counted per address, and valid ones are not', async () => {
  const anna = await app.join('Анна');
  const from = { 'x-forwarded-for': nextAddress() };
  const invented = new Caller(app.url, { token: 'x'.repeat(43) });
  const { count } = RATE_LIMITS.unknownTokens;
  for (let turn = 0; turn < count; turn += 1)
    expect((await invented.request(profile.me, {}, from)).status).toBe(401);
  for (const route of [profile.me, account.refresh] as const)
    expect((await invented.request(route, {}, from)).status).toBe(429);
  expect((await anna.request(profile.me, {}, from)).status).toBe(200);
});

test('renewals of a session are limited and leave five valid tokens', async () => {
  const anna = await app.join('Анна');
  const tokens: string[] = [];
  for (let turn = 0; turn < 20; turn += 1) tokens.push((await anna.call(account.refresh)).token!);
  // The token in use stays valid beside the five newest ones.
  const alive = await Promise.all(
    [anna.token!, ...tokens].map(
      async (token) => (await new Caller(app.url, { token }).request(profile.me)).status,
    ),
  );
  expect(alive.filter((status) => status === 200)).toHaveLength(6);
  expect(alive.at(-1)).toBe(200);
  const { count } = RATE_LIMITS.renewals;
  const late: number[] = [];
  const newest = new Caller(app.url, { token: tokens.at(-1)! });
  for (let turn = 20; turn <= count; turn += 1)
    late.push((await newest.request(account.refresh)).status);
  expect([late[0], late.at(-1)]).toEqual([200, 429]);
});
