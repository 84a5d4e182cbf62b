import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import { PASSWORD, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { isSimplePassword } from './simple-passwords.ts';

test.each([
  '12345678',
  'password',
  'PassWord1',
  'qwertyuiop',
  'iloveyou',
  '1q2w3e4r5t',
  '88888888',
  '12341234',
  'adminadmin',
  'abcdefgh',
  '87654321',
  'абвгдежз',
  'йцукенгш',
  'ЙЦУКЕНГШ'.normalize('NFD'),
  ' password ',
])('%s is too simple', async (password) => {
  expect(await isSimplePassword(password, 'olga@respa.test')).toBe(true);
});
test.each(['respawn-2026', 'туман над доком', 'Мой кот Барсик 7'])(
  '%s is not',
  async (password) => {
    expect(await isSimplePassword(password, 'olga@respa.test')).toBe(false);
  },
);
test('the own address is too simple, whole or without its domain', async () => {
  for (const password of ['olga.petrova@respa.test', 'Olga.Petrova'])
    expect(await isSimplePassword(password, 'olga.petrova@respa.test')).toBe(true);
});

describe('A simple password', () => {
  let app: TestApp;
  let member: Caller;
  beforeAll(async () => {
    app = await startTestApp();
    member = await app.join('Ольга');
  });
  afterAll(() => app.stop());
  const refused = { status: 400, code: 'simple_password' };

  test('is refused at registration, at a change and at a reset, and nothing changes', async () => {
    const body = { name: 'Н', surname: 'П', age: '1999-05-11', email: 'n@respa.test' };
    expect(
      await app.nobody.refusal(account.register, { body: { ...body, password: 'password1' } }),
    ).toMatchObject({ ...refused, fields: { password: 'Слишком простой пароль' } });
    expect(
      await member.refusal(account.changePassword, {
        body: { password: PASSWORD, newPassword: member.email },
      }),
    ).toMatchObject({ ...refused, fields: { newPassword: 'Слишком простой пароль' } });
    await app.nobody.call(account.forgotPassword, { body: { email: member.email } });
    const [id, link] = (await app.waitForLink(member, 'return-password')).split('/').slice(-2);
    expect(
      await app.nobody.refusal(account.returnPassword, {
        body: { id: id!, link: link!, password: 'qwerty123' },
      }),
    ).toMatchObject(refused);
    await app.nobody.call(account.login, { body: { email: member.email, password: PASSWORD } });
    // The link is still good.
    await app.nobody.call(account.returnPassword, {
      body: { id: id!, link: link!, password: 'respawn-2027' },
    });
  });
});
