import { afterAll, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as notifications from '@respa/contract/notifications';
import { PASSWORD, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { patient } from '#tests/support/patience.ts';

const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0';
const PHONE = 'Mozilla/5.0 (Linux; Android 16) Chrome/140.0';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' });
});
afterAll(() => app.stop());

const enter = async (member: Caller, agent: string, from: string, cookie?: string) => {
  const answer = await app.nobody.request(
    account.login,
    { body: { email: member.email, password: PASSWORD } },
    {
      'user-agent': agent,
      'x-forwarded-for': from,
      ...(cookie === undefined ? {} : { cookie }),
    },
  );
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .find((one) => one.startsWith('respa_device='))!
    .split(';')[0]!;
};
const noticesOf = async (member: Caller) =>
  (await member.call(notifications.list)).notifications
    .filter(({ type }) => type === 'device')
    .map(({ title }) => title);

test('the owner learns of a sign-in from a new device by email and in the app, once', async () => {
  const anna = await app.join('Анна');
  const cookie = await enter(anna, LINUX, '203.0.113.7');
  expect(await noticesOf(anna)).toEqual(['Вход с нового устройства: Firefox, Linux']);
  await expect
    .poll(() => mailsTo(app, anna.email, 'Firefox, Linux, 203.0.113.7'), {
      timeout: patient(10_000),
    })
    .toHaveLength(1);
  // The same browser elsewhere, and the same kind of device in the same network, are not news.
  await enter(anna, LINUX, '198.51.100.7', cookie);
  await enter(anna, LINUX, '203.0.113.7');
  expect(await noticesOf(anna)).toHaveLength(1);
  await enter(anna, PHONE, '203.0.113.7');
  expect(await noticesOf(anna)).toEqual([
    'Вход с нового устройства: Chrome, Android',
    'Вход с нового устройства: Firefox, Linux',
  ]);
});

test('the cookie of another member does not hide a new device', async () => {
  const [boris, vera] = [await app.join('Борис'), await app.join('Вера')];
  const foreign = await enter(boris, PHONE, '192.0.2.1');
  await enter(vera, PHONE, '192.0.2.1', foreign);
  expect(await noticesOf(vera)).toHaveLength(1);
});
