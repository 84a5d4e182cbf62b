import { afterAll, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import { readConfig } from '#platform/runtime/config.ts';
import { PASSWORD, startTestApp, Caller, type TestApp } from '#tests/support/driver.ts';
import { checkPassword } from './passwords/login-attempts.ts';
import { hashPassword, isPassword } from './passwords/passwords.ts';
import { sweepAccounts } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAIL: 'admin@respa.test' });
});
afterAll(() => app.stop());
const someone = () => ({
  name: 'Анна',
  surname: 'Белова',
  age: '2000-01-31',
  email: `${crypto.randomUUID()}@respa.test`,
  password: PASSWORD,
});

test('registration returns a token, and its email activates the account and signs in', async () => {
  const anna = await app.register('Анна');
  expect(await anna.call(account.refresh)).toMatchObject({
    verified: true,
    activated: false,
    greeting: false,
    userId: anna.id,
  });
  const url = await app.waitForLink(anna, 'activate');
  expect(url).toMatch(/^http:\/\/respa\.test\/activate\/[\w-]{43}$/);
  const link = url.split('/').at(-1)!;
  const { ok, token, userId } = await anna.call(account.activate, { body: { link } });
  expect({ ok, userId }).toEqual({ ok: true, userId: anna.id });
  expect(await anna.call(account.refresh)).toMatchObject({ verified: false });
  expect(await new Caller(app.url, { token }).call(account.refresh)).toMatchObject({
    activated: true,
  });
  expect(await app.nobody.refusal(account.activate, { body: { link } })).toMatchObject({
    status: 400,
    code: 'link_used',
    error: 'Почта уже подтверждена',
  });
  for (const unknown of ['x'.repeat(43), ''])
    expect(await anna.refusal(account.activate, { body: { link: unknown } })).toMatchObject({
      status: 400,
      code: 'bad_link',
      error: 'Неверная ссылка. Попробуйте еще',
    });
});

test('the sweep deletes an unactivated account once its last link has expired, not before', async () => {
  const [late, gone] = [await app.register('Вера'), await app.register('Гоша')];
  const { context } = app.server;
  await context.database.pool.query(
    `
      update accounts
      set created_at = now() - interval '80 hours'
      where id = any($1)
    `,
    [[late.id, gone.id]],
  );
  await context.database.pool.query(
    `
      update account_links
      set dies_at = now() - interval '8 hours'
      where user_id = any($1)
    `,
    [[late.id, gone.id]],
  );
  // Requested again in the seventieth hour.
  await late.call(account.resendActivation);
  await sweepAccounts(context);
  expect([await late.call(account.refresh), await gone.call(account.refresh)]).toMatchObject([
    { verified: true, activated: false },
    { verified: false },
  ]);
});

test.each([
  [{ name: '  ' }, 'Введите имя'],
  [{ surname: '' }, 'Введите фамилию'],
  [{ email: '' }, 'Введите почту'],
  [{ email: 'anna' }, 'Неверный формат почты'],
  [{ email: ['a@b.ru'] }, 'Проверьте это поле.'],
  [{ password: 'short' }, 'Пароль должен быть не короче 8 символов'],
  [{ age: '' }, 'Введите дату рождения'],
  [{ age: '2001-02-31' }, 'Неверная дата рождения.'],
  [{ age: '2120-01-01' }, 'Неверная дата рождения.'],
  [{ age: '2020-01-01' }, 'Регистрация доступна с 14 лет'],
  [{ name: 'А\0нна' }, 'Недопустимые символы.'],
  [{ name: 'А'.repeat(51) }, 'Имя не длиннее 50 символов'],
])('registration rejects %j', async (change, sentence) => {
  const { status, errors } = await app.nobody.refusal(account.register, {
    body: { ...someone(), ...change },
  });
  expect({ status, errors }).toEqual({ status: 400, errors: [sentence] });
});

test('an address is one account regardless of case', async () => {
  const anna = await app.join('Анна');
  const again = { ...someone(), email: ` ${anna.email.toUpperCase()} ` };
  expect(await app.nobody.refusal(account.register, { body: again })).toMatchObject({
    status: 409,
    errors: ['Пользователь с такой почтой уже зарегистрирован'],
  });
});

test('a wrong password and an unknown address get the same response', async () => {
  const anna = await app.join('Анна');
  const wrong = await app.nobody.refusal(account.login, {
    body: { email: anna.email, password: 'not-the-one' },
  });
  const unknown = await app.nobody.refusal(account.login, {
    body: { email: 'nobody@respa.test', password: 'not-the-one' },
  });
  expect(wrong).toMatchObject({
    status: 400,
    code: 'bad_credentials',
    errors: ['Неверная почта или пароль'],
  });
  expect(unknown).toEqual(wrong);
  expect(
    await app.nobody.call(account.login, {
      body: { email: anna.email.toUpperCase(), password: PASSWORD },
    }),
  ).toMatchObject({ userId: anna.id, errors: [] });
});

test('counts concurrent login attempts like sequential ones', async () => {
  const strict = await startTestApp({ RATE_LIMITS: 'on' });
  try {
    const stored = await hashPassword('правильный-пароль', readConfig({}).passwordCost);
    // The correct password among them is also over the limit, like every other.
    const words = [
      ...Array.from({ length: 12 }, (_, index) => `wrong-${index}-wrong`),
      'правильный-пароль',
    ];
    const answers = await Promise.all(
      words.map((word) =>
        checkPassword(strict.server.context, { key: 'кто-то', owner: word }, word, stored).catch(
          (error: unknown) => (error as { code: string }).code,
        ),
      ),
    );
    expect(answers).toEqual([
      ...Array.from({ length: 5 }, () => false),
      ...Array.from({ length: 8 }, () => 'too_often'),
    ]);
    const anna = await strict.join('Анна');
    const again = async () =>
      (await anna.request(account.deleteProfile, { body: { password: 'not-this-one' } })).status;
    const statuses = await Promise.all(Array.from({ length: 8 }, again));
    expect([403, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([
      5, 3,
    ]);
  } finally {
    await strict.stop();
  }
});

test('hashes passwords at the documented cost', async () => {
  const { passwordCost } = readConfig({});
  const kept = await hashPassword(PASSWORD, passwordCost);
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(PASSWORD, kept)).toBe(true);
  expect(await isPassword(`${PASSWORD}!`, kept)).toBe(false);
});

test('an emailed link sets a new password once and ends all sessions', async () => {
  const anna = await app.join('Анна');
  expect(
    await app.nobody.call(account.forgotPassword, { body: { email: 'nobody@respa.test' } }),
  ).toEqual({ ok: true });
  await app.nobody.call(account.forgotPassword, { body: { email: anna.email } });
  const [id, link] = (await app.waitForLink(anna, 'return-password')).split('/').slice(-2) as [
    string,
    string,
  ];
  expect(id).toBe(anna.id);
  expect(await app.nobody.call(account.checkReturnLink, { params: { id, link } })).toEqual({
    ok: true,
  });
  const boris = await app.join('Борис');
  expect(
    await app.nobody.call(account.checkReturnLink, { params: { id: boris.id, link } }),
  ).toEqual({ ok: false });
  expect(
    await app.nobody.refusal(account.returnPassword, {
      body: { id: boris.id, link, password: 'quite-another' },
    }),
  ).toMatchObject({ code: 'bad_link' });
  const tries = await Promise.allSettled(
    Array.from({ length: 5 }, () =>
      app.nobody.call(account.returnPassword, { body: { id, link, password: 'quite-another' } }),
    ),
  );
  expect(tries.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  expect(await anna.refusal(account.sessions)).toMatchObject({ status: 401 });
  expect(
    await app.nobody.call(account.login, {
      body: { email: anna.email, password: 'quite-another' },
    }),
  ).toMatchObject({ userId: anna.id });
});

test('calls that change state reject prefetches and other sites', async () => {
  const anna = await app.join('Анна');
  expect((await anna.request(account.refresh, {}, { 'sec-purpose': 'prefetch' })).status).toBe(403);
  expect((await anna.request(account.refresh, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(
    403,
  );
  expect(
    (await fetch(`${app.url}/api/refresh`, { method: 'HEAD', headers: anna.headers() })).status,
  ).toBe(404);
});

test('five wrong passwords from one address block sign-in for a while', async () => {
  const strict = await startTestApp({ RATE_LIMITS: 'on' });
  try {
    const body = { email: 'someone@respa.test', password: 'not-the-one' };
    for (let turn = 0; turn < 5; turn += 1)
      expect((await strict.nobody.refusal(account.login, { body })).code).toBe('bad_credentials');
    const response = await strict.nobody.request(account.login, { body });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(((await response.json()) as { error: string }).error).toBe(
      'Слишком часто. Попробуйте через 15 минут.',
    );
  } finally {
    await strict.stop();
  }
});
