import { afterAll, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import { PASSWORD, startTestApp, Caller, type TestApp } from '#tests/support/driver.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAIL: 'admin@respa.test' });
});
afterAll(() => app.stop());

test('refresh returns a greeting without a token, but not for a dead token', async () => {
  expect(await app.nobody.call(account.refresh)).toEqual({
    greeting: true,
    verified: false,
    activated: false,
    token: null,
    userId: null,
  });
  expect(await new Caller(app.url, { token: 'x'.repeat(43) }).call(account.refresh)).toMatchObject({
    greeting: false,
    verified: false,
  });
});

test('after a rotation the old token lives until one minute after the first use of the new one', async () => {
  const anna = await app.join('Анна');
  const { token } = await anna.call(account.refresh);
  expect(await anna.call(account.sessions)).toMatchObject({ sessions: [{ current: true }] });
  const fresh = new Caller(app.url, { token: token! });
  await fresh.call(account.sessions);
  const dies = await app.server.context.db
    .selectFrom('session_tokens')
    .select(['turn', 'dies_at'])
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .where('user_id', '=', anna.id)
    .orderBy('turn')
    .execute();
  expect(dies.map((row) => row.dies_at !== null)).toEqual([true, false]);
  const second = await anna.call(account.refresh);
  expect(second.verified).toBe(true);
});

test('tabs with different tokens of one session are all answered', async () => {
  const anna = await app.join('Анна');
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => anna.call(account.refresh)));
    const tabs = answers.map(({ token }) => new Caller(app.url, { token: token! }));
    const statuses = await Promise.all(
      [...tabs, anna, ...tabs.reverse()].map(
        async (tab) => (await tab.request(account.sessions)).status,
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
});

test('sign-out, the session list and a new password end sessions at once', async () => {
  const anna = await app.join('Анна');
  const enter = async () =>
    new Caller(app.url, {
      token: (
        await app.nobody.call(account.login, { body: { email: anna.email, password: PASSWORD } })
      ).token,
    });
  const [phone, adminCalls] = [await enter(), await enter()];
  const { sessions } = await phone.call(account.sessions);
  expect(sessions).toHaveLength(3);
  await phone.call(account.logout);
  expect(await phone.refusal(account.sessions)).toMatchObject({
    status: 401,
    code: 'not_signed_in',
  });
  await anna.call(account.endSession, { params: { id: 'all' } });
  expect(await adminCalls.refusal(account.sessions)).toMatchObject({ status: 401 });
  const other = await enter();
  expect(
    await anna.refusal(account.changePassword, {
      body: { password: 'wrong-one', newPassword: 'another-pass' },
    }),
  ).toMatchObject({ status: 403, code: 'bad_password' });
  await anna.call(account.changePassword, {
    body: { password: PASSWORD, newPassword: 'another-pass' },
  });
  expect(await other.refusal(account.sessions)).toMatchObject({ status: 401 });
  expect((await anna.call(account.sessions)).sessions).toHaveLength(1);
});

test('a session of another person cannot be ended', async () => {
  const [anna, boris] = [await app.join('Анна'), await app.join('Борис')];
  const { sessions } = await anna.call(account.sessions);
  expect(
    await boris.refusal(account.endSession, { params: { id: sessions[0]!._id } }),
  ).toMatchObject({ status: 404 });
  expect((await anna.call(account.sessions)).sessions).toHaveLength(1);
});
