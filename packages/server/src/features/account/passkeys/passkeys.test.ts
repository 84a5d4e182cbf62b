import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import { PASSKEYS, SECOND_FACTOR } from '@respa/contract/account-limits';
import * as security from '@respa/contract/account-security';
import * as passkeys from '@respa/contract/passkeys';
import { Caller, PASSWORD, startTestApp, type TestApp } from '#tests/support/driver.ts';
import { makeAuthenticator, type Deviation } from '#tests/support/members/authenticator.ts';
import { addFactor, codeOf, freshAddress, mailed } from '#tests/support/factors.ts';
import { addPasskey, SITE } from '#tests/support/members/passkeys.ts';
import { mailsTo } from '#tests/support/outbox.ts';

let app: TestApp;
let anna: Caller;
let device: ReturnType<typeof makeAuthenticator>;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  anna = await app.join('Анна', 'Белова');
  device = makeAuthenticator(SITE);
});

const begin = async (who = anna) =>
  (await who.call(passkeys.begin, { body: { password: PASSWORD } })).options;
const add = (who = anna, with_ = device) => addPasskey(who, with_);
const beginSignIn = async () => (await app.nobody.call(passkeys.beginSignIn)).options;
const signIn = async (deviation: Deviation = {}) =>
  app.nobody.call(passkeys.signIn, { body: device.get(await beginSignIn(), deviation) });
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: { status: number; body: { code: string } }) => [error.status, error.body.code],
  );
const BAD = [400, 'bad_passkey'];
const OVER = [400, 'challenge_over'];

test('a member adds a named passkey with the password, and signs in with it alone', async () => {
  expect(
    await anna.refusal(passkeys.begin, { body: { password: 'not-the-password' } }),
  ).toMatchObject({ status: 403, code: 'bad_password' });
  const options = await begin();
  expect(options).toMatchObject({
    rp: { id: 'respa.test' },
    attestation: 'none',
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const { passkey } = await anna.call(passkeys.add, {
    body: { name: 'Ноутбук', ...device.create(options) },
  });
  expect(passkey).toMatchObject({ name: 'Ноутбук', used: null });
  expect((await begin()).excludeCredentials).toEqual([
    { type: 'public-key', id: device.id, transports: ['internal'] },
  ]);

  const answer = await app.nobody.request(passkeys.signIn, {
    body: device.get(await beginSignIn()),
  });
  expect(answer.headers.get('set-cookie')).toMatch(/^respa_media=\S+; Path=\/media; HttpOnly/);
  const { token, userId } = (await answer.json()) as { token: string; userId: string };
  expect(userId).toBe(anna.id);
  const again = new Caller(app.url, { token, id: userId });
  const list = (await again.call(passkeys.list)).passkeys;
  expect(list).toEqual([{ ...passkey, used: expect.any(String) }]);
  expect((await again.call(account.sessions)).sessions).toHaveLength(2);

  await expect
    .poll(() => mailsTo(app, anna.email, 'Ключ доступа «Ноутбук» добавлен'), { timeout: 20_000 })
    .toHaveLength(1);
  await anna.call(passkeys.remove, { params: { id: passkey._id } });
  expect(await anna.refusal(passkeys.remove, { params: { id: passkey._id } })).toMatchObject({
    status: 404,
  });
  expect(await refusal(signIn())).toEqual(BAD);
  // Only the sign-in with a removed key is over; the session that it began stays.
  expect((await again.call(passkeys.list)).passkeys).toEqual([]);
});

describe('an answer is refused', () => {
  test.each<[string, Deviation]>([
    ['made for another site', { origin: 'https://respa.test.evil.example' }],
    ['whose key is bound to another host', { rpId: 'evil.example' }],
    ['of a device that has not checked its owner', { verified: false }],
    ['that names another account', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
  ])('%s', async (_, deviation) => {
    await add();
    expect(await refusal(signIn(deviation))).toEqual(BAD);
    expect((await signIn()).userId).toBe(anna.id);
  });

  test('with a counter that does not grow: a copied key', async () => {
    await add();
    await signIn({ counter: 5 });
    for (const counter of [5, 4, 0]) expect(await refusal(signIn({ counter }))).toEqual(BAD);
    await signIn({ counter: 6 });
  });

  test('with the signature of another key', async () => {
    await add();
    const other = makeAuthenticator(SITE);
    const { signature } = other.get(await beginSignIn());
    const body = { ...device.get(await beginSignIn()), signature };
    expect(await refusal(app.nobody.call(passkeys.signIn, { body }))).toEqual(BAD);
    expect(
      await refusal(app.nobody.call(passkeys.signIn, { body: other.get(await beginSignIn()) })),
    ).toEqual(BAD);
  });

  test('a second time, after its time, and for a challenge of ours that was for something else', async () => {
    await add();
    const body = device.get(await beginSignIn());
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => refusal(app.nobody.call(passkeys.signIn, { body }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome !== 'accepted')).toEqual([OVER, OVER]);

    // A wrong answer spends the challenge too.
    const options = await beginSignIn();
    const wrong = device.get(options, { verified: false });
    expect(await refusal(app.nobody.call(passkeys.signIn, { body: wrong }))).toEqual(BAD);
    const right = device.get(options);
    expect(await refusal(app.nobody.call(passkeys.signIn, { body: right }))).toEqual(OVER);

    const late = device.get(await beginSignIn());
    await sql`
      update passkey_challenges
      set dies_at = now() - interval '1 second'
    `.execute(app.server.context.db);
    expect(await refusal(app.nobody.call(passkeys.signIn, { body: late }))).toEqual(OVER);

    const meant = device.get(await begin());
    expect(await refusal(app.nobody.call(passkeys.signIn, { body: meant }))).toEqual(OVER);
    const invented = device.get({ challenge: 'x'.repeat(43) });
    expect(await refusal(app.nobody.call(passkeys.signIn, { body: invented }))).toEqual(OVER);
  });

  test('of a suspended member, who learns why', async () => {
    await add();
    await sql`
      insert into suspensions (user_id, id, reason, until)
      values (${anna.id}, ${crypto.randomUUID()}, 'Спам', null)
    `.execute(app.server.context.db);
    expect(await refusal(signIn())).toEqual([403, 'suspended']);
  });
});

describe('a new passkey is refused', () => {
  const create = async (deviation: Deviation, who = anna) =>
    refusal(
      who.call(passkeys.add, {
        body: { name: 'Чужой', ...device.create(await begin(who), deviation) },
      }),
    );
  test.each<[string, Deviation]>([
    ['made for another site', { origin: 'https://evil.example' }],
    ['bound to another host', { rpId: 'evil.example' }],
    ['made without checking the owner', { verified: false }],
  ])('%s', async (_, deviation) => {
    expect(await create(deviation)).toEqual(BAD);
    expect((await anna.call(passkeys.list)).passkeys).toEqual([]);
  });

  test('for a challenge of another member, and a second time', async () => {
    const boris = await app.join('Борис', 'Ёлкин');
    const body = { name: 'Чужой', ...device.create(await begin(boris)) };
    expect(await refusal(anna.call(passkeys.add, { body }))).toEqual(OVER);
    await boris.call(passkeys.add, { body });
    expect(await refusal(boris.call(passkeys.add, { body }))).toEqual(OVER);
    // The same key for a second account.
    const same = { name: 'Тот же', ...device.create(await begin()) };
    expect(await refusal(anna.call(passkeys.add, { body: same }))).toEqual(BAD);
    const [theirs] = (await boris.call(passkeys.list)).passkeys;
    expect(await refusal(anna.call(passkeys.remove, { params: { id: theirs!._id } }))).toEqual([
      404,
      'not_found',
    ]);
  });

  test('with certificates or in an unknown form; one that the key itself signs is accepted', async () => {
    const statement = new Map<unknown, unknown>([
      ['alg', -7],
      ['sig', Buffer.alloc(70)],
      ['x5c', [Buffer.alloc(300)]],
    ]);
    for (const format of ['packed', 'fido-u2f', 'android-key', 'tpm', 'apple', 'nonsense'])
      expect(await create({ format, statement })).toEqual(BAD);
    expect(await create({ format: 'none', statement })).toEqual(BAD);
    expect(await create({ format: 'packed' })).toBe('accepted');
    expect((await signIn()).userId).toBe(anna.id);
  });

  test(`beyond ${PASSKEYS.each} of them`, async () => {
    for (let turn = 0; turn < PASSKEYS.each; turn += 1) await add(anna, makeAuthenticator(SITE));
    expect(await anna.refusal(passkeys.begin, { body: { password: PASSWORD } })).toMatchObject({
      status: 409,
      code: 'too_many_passkeys',
    });
    expect((await anna.call(passkeys.list)).passkeys).toHaveLength(PASSKEYS.each);
  });
});

test('a passkey is no way around the second factor: adding one needs its code', async () => {
  const { secret } = await addFactor(anna);
  for (const body of [{ password: PASSWORD }, { password: PASSWORD, code: '000000' }])
    expect(await anna.refusal(passkeys.begin, { body })).toMatchObject({
      status: 403,
      code: 'bad_code',
    });
  // A page asks without a code whether one is needed: that is no guess.
  for (let time = 0; time < SECOND_FACTOR.tries; time += 1)
    await anna.refusal(passkeys.begin, { body: { password: PASSWORD } });
  const body = { password: PASSWORD, code: codeOf(secret) };
  const { options } = await anna.call(passkeys.begin, { body });
  await anna.call(passkeys.add, { body: { name: 'Ноутбук', ...device.create(options) } });
  expect((await signIn()).userId).toBe(anna.id);
});
test("a thief's passkey does not outlive a new password by email, nor a taken-back address", async () => {
  await add();
  await app.nobody.call(account.forgotPassword, { body: { email: anna.email } });
  await app.nobody.call(account.returnPassword, {
    body: {
      id: anna.id,
      link: await mailed(app, anna.email, 'return-password'),
      password: 'снова-моё-2026',
    },
  });
  expect(await refusal(signIn())).toEqual(BAD);

  const boris = await app.join('Борис');
  const [own, next] = [makeAuthenticator(SITE), freshAddress()];
  await add(boris, own);
  await boris.call(security.changeEmail, { body: { email: next, password: PASSWORD } });
  await boris.call(security.confirmEmail, {
    body: { link: await mailed(app, next, 'confirm-email') },
  });
  await expect.poll(() => mailsTo(app, boris.email, 'верните прежнюю')).toHaveLength(1);
  await add(boris, device);
  await app.nobody.call(security.confirmEmail, {
    body: { link: await mailed(app, boris.email, 'confirm-email') },
  });
  expect(await refusal(signIn())).toEqual(BAD);
  const body = own.get(await beginSignIn());
  expect((await app.nobody.call(passkeys.signIn, { body })).userId).toBe(boris.id);
});
