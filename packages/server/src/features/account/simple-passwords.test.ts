import { afterAll, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import { PASSWORD, startTestApp, type TestApp } from '#tests/support/driver.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const REFUSED = {
  status: 400,
  code: 'simple_password',
  error: 'Слишком простой пароль',
};
const COMMON = [
  'password',
  'PassWord1',
  '12345678',
  'qwerty123',
  '1q2w3e4r',
  'iloveyou',
  // Typed on the Russian layout.
  'йцукенгш',
  'ЙЦУКЕН123',
];

test('registration refuses common passwords and the own address', async () => {
  const body = {
    name: 'Анна',
    surname: 'Белова',
    age: '2000-01-31',
    email: 'Mary.Petrova+game@respa.test',
  };
  for (const password of [...COMMON, body.email, 'mary.petrova+game', 'MARY.petrova'])
    expect([
      password,
      await app.nobody.refusal(account.register, { body: { ...body, password } }),
    ]).toMatchObject([
      password,
      { ...REFUSED, errors: [REFUSED.error], fields: { password: REFUSED.error } },
    ]);
  await app.nobody.call(account.register, { body: { ...body, password: 'Mary.Petrova и кот' } });
});
test('a change and a reset of the password refuse them, and the password stays', async () => {
  const anna = await app.join('Анна');
  for (const newPassword of [...COMMON, anna.email, anna.email.toUpperCase()])
    expect(
      await anna.refusal(account.changePassword, { body: { password: PASSWORD, newPassword } }),
    ).toMatchObject({ ...REFUSED, fields: { newPassword: REFUSED.error } });
  await app.nobody.call(account.forgotPassword, { body: { email: anna.email } });
  const [id, link] = (await app.waitForLink(anna, 'return-password')).split('/').slice(-2);
  for (const password of [COMMON[0]!, anna.email])
    expect(
      await app.nobody.refusal(account.returnPassword, {
        body: { id: id!, link: link!, password },
      }),
    ).toMatchObject({ ...REFUSED, fields: { password: REFUSED.error } });
  await app.nobody.call(account.login, { body: { email: anna.email, password: PASSWORD } });
  // The link is not used up by a refusal.
  await app.nobody.call(account.returnPassword, {
    body: { id: id!, link: link!, password: 'кот на клавиатуре' },
  });
});
