import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as security from '@respa/contract/account-security';
import * as profile from '@respa/contract/profile';
import { Caller, PASSWORD, startTestApp, type TestApp } from '#tests/support/driver.ts';
import { freshAddress } from '#tests/support/factors.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { patient } from '#tests/support/patience.ts';

const ADMIN_EMAIL = 'owner@respa.test';
const THIEF = 'thief-of-2026';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAIL });
});
afterAll(() => app.stop());

/** Registers an address with any password; returns the registration's own caller. */
async function register(email: string, password: string, name = 'Анна'): Promise<Caller> {
  const body = { name, surname: 'Белова', age: '2000-01-31', email, password };
  const { token, userId } = await app.nobody.call(account.register, { body });
  return new Caller(app.url, { token, id: userId, email });
}
const linkOf = async (email: string): Promise<string> =>
  (await app.waitForLink(new Caller(app.url, { email }), 'activate')).split('/').at(-1)!;
/** Returns the activation link of each registration of an address, by name. */
async function linksOf(email: string, names: readonly string[]): Promise<string[]> {
  const links = () => app.links.filter(({ to, kind }) => to === email && kind === 'activate');
  await expect.poll(() => links().length, { timeout: patient(10_000) }).toBe(names.length);
  const found = await Promise.all(
    links().map(async ({ url }) => {
      const link = url.split('/').at(-1)!;
      const { name } = await app.nobody.call(account.activation, { params: { link } });
      return [name.split(' ')[0]!, link] as const;
    }),
  );
  return names.map((name) => Object.fromEntries(found)[name]!);
}
const activate = (by: Caller, body: { link: string; password?: string; newPassword?: string }) =>
  by.call(account.activate, { body });
const refused = (by: Caller, body: { link: string; password?: string; newPassword?: string }) =>
  by.refusal(account.activate, { body });

describe('an address registered by a stranger', () => {
  test.each([freshAddress(), ADMIN_EMAIL])(
    'gives the stranger nothing when the owner of the mailbox opens the link',
    async (email) => {
      const thief = await register(email, THIEF);
      const link = await linkOf(email);
      // The owner has neither the session nor the password of that registration.
      for (const body of [{ link }, { link, password: PASSWORD }])
        expect(await refused(app.nobody, body)).toMatchObject({
          status: 400,
          code: 'password_required',
          error: 'Введите пароль, указанный при регистрации',
        });
      expect((await thief.call(account.refresh)).activated).toBe(false);
      const { token, userId } = await activate(app.nobody, { link, newPassword: PASSWORD });
      expect(userId).toBe(thief.id);
      const owner = new Caller(app.url, { token, id: userId, email });
      const own = await owner.call(profile.me);
      expect([own.user.email, own.isAdmin]).toEqual([email, email === ADMIN_EMAIL]);
      expect((await thief.refusal(profile.me)).status).toBe(401);
      expect((await thief.call(account.refresh)).verified).toBe(false);
      const login = { body: { email, password: THIEF } };
      expect((await app.nobody.refusal(account.login, login)).code).toBe('bad_credentials');
      expect((await owner.call(account.sessions)).sessions.map(({ current }) => current)).toEqual([
        true,
      ]);
    },
  );
  test('does not affect the registration of its owner, whichever came first', async () => {
    const email = freshAddress();
    const thief = await register(email, THIEF, 'Чужой');
    const owner = await register(email, PASSWORD, 'Хозяйка');
    await register(email, THIEF, 'Третий');
    const [foreign, own] = await linksOf(email, ['Чужой', 'Хозяйка', 'Третий']);
    // The owner's session and password are those of another registration.
    expect((await refused(owner, { link: foreign!, password: PASSWORD })).code).toBe(
      'password_required',
    );
    // Each of them can sign in to the registration of their own meanwhile.
    const enter = async (password: string) =>
      (await app.nobody.call(account.login, { body: { email, password } })).userId;
    expect(await enter(PASSWORD)).toBe(owner.id);
    expect(await enter(THIEF)).not.toBe(owner.id);
    const { userId } = await activate(owner, { link: own! });
    expect(userId).toBe(owner.id);
    expect((await thief.call(account.refresh)).verified).toBe(false);
    expect((await refused(thief, { link: foreign! })).code).toBe('bad_link');
    expect((await refused(owner, { link: own! })).code).toBe('link_used');
  });
  test('is activated by one of two owners at once', async () => {
    const email = freshAddress();
    const callers = [
      await register(email, PASSWORD, 'Раз'),
      await register(email, PASSWORD, 'Два'),
    ];
    const links = await linksOf(email, ['Раз', 'Два']);
    const done = await Promise.allSettled(
      callers.map((caller, index) => activate(caller, { link: links[index]! })),
    );
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { userId } = await app.nobody.call(account.login, {
      body: { email, password: PASSWORD },
    });
    expect(callers.map(({ id }) => id)).toContain(userId);
  });
});

test('opening the link changes nothing, however often a mail scanner does it', async () => {
  const anna = await register(freshAddress(), PASSWORD);
  const link = await linkOf(anna.email);
  for (let turn = 0; turn < 3; turn += 1) {
    const { email, name, ...rest } = await app.nobody.call(account.activation, {
      params: { link },
    });
    expect([email, name, rest]).toEqual([
      anna.email,
      'Анна Белова',
      { isUsed: false, isMine: false },
    ]);
  }
  expect(await anna.call(account.activation, { params: { link } })).toMatchObject({ isMine: true });
  expect((await anna.call(account.refresh)).activated).toBe(false);
  await activate(app.nobody, { link, password: PASSWORD });
  expect(await app.nobody.call(account.activation, { params: { link } })).toMatchObject({
    isUsed: true,
  });
});

test('the email says who registered, when and from where', async () => {
  const anna = await register(freshAddress(), PASSWORD);
  await linkOf(anna.email);
  await expect
    .poll(() => mailsTo(app, anna.email, 'Имя: Анна Белова'), { timeout: patient(10_000) })
    .toHaveLength(1);
  expect(await mailsTo(app, anna.email, '127.0.0.1')).toHaveLength(1);
});

test('a new password must not be a common one', async () => {
  const anna = await register(freshAddress(), PASSWORD);
  const link = await linkOf(anna.email);
  expect(await refused(app.nobody, { link, newPassword: 'password1' })).toMatchObject({
    status: 400,
    code: 'simple_password',
    fields: { newPassword: 'Слишком простой пароль' },
  });
});

describe('a new address', () => {
  test('needs the password, not only a token', async () => {
    const [anna, next] = [await app.join('Анна'), freshAddress()];
    for (const password of [undefined, '', 'не тот пароль']) {
      const body = { email: next, ...(password === undefined ? {} : { password }) };
      for (const route of [security.changeEmail, profile.edit] as const)
        expect(await anna.refusal(route, { body })).toMatchObject({
          status: 403,
          code: 'bad_password',
        });
    }
    expect((await anna.call(security.email)).pending).toBe(null);
  });
  test('is not lent to an attacker by a stranger who presses the button', async () => {
    const [thief, stranger] = [await app.join('Вор'), await app.join('Прохожий')];
    const victim = freshAddress();
    await thief.call(security.changeEmail, { body: { email: victim, password: PASSWORD } });
    const link = (await app.waitForLink(new Caller(app.url, { email: victim }), 'confirm-email'))
      .split('/')
      .at(-1)!;
    for (const by of [app.nobody, stranger]) {
      expect(await by.call(security.confirmation, { params: { link } })).toEqual({
        kind: 'change',
        name: 'Вор Тестова',
        email: victim,
        isMine: false,
      });
      expect(await by.refusal(security.confirmEmail, { body: { link } })).toMatchObject({
        status: 400,
        code: 'password_required',
        error: 'Введите пароль этого профиля',
      });
    }
    expect((await thief.call(security.email)).email).toBe(thief.email);
    await app.nobody.call(security.confirmEmail, { body: { link, password: PASSWORD } });
    expect((await thief.call(security.email)).email).toBe(victim);
  });
});
