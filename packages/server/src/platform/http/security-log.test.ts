import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as events from '@respa/contract/events';
import * as profile from '@respa/contract/profile';
import { PASSWORD, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { ADMIN, joinAdmin } from '#tests/support/members/games.ts';
import { makeLog } from '#platform/runtime/log.ts';
import { makeSecurityLog } from './security-log.ts';

let app: TestApp;
let anna: Caller;
let admin: Caller;
let written: Record<string, unknown>[] = [];
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  [anna, admin] = [await app.join('Анна'), await joinAdmin(app)];
  const write = (line: string) => void written.push(JSON.parse(line) as Record<string, unknown>);
  app.server.context.security = makeSecurityLog(makeLog('info', { write }));
});
beforeEach(() => {
  written = [];
});
afterAll(() => app.stop());

const signIn = (password: string) =>
  app.nobody.request(account.login, { body: { email: anna.email, password } });
const without = ({ time, level, msg, ...facts }: Record<string, unknown>) => {
  expect([typeof time, typeof level, msg]).toEqual(['number', 'number', 'security']);
  return facts;
};

test('refused access, failed sign-ins and changed accounts say what was called and by whom', async () => {
  await signIn('не тот пароль');
  await signIn(PASSWORD);
  await anna.refusal(events.remove, { params: { id: anna.id } });
  await anna.refusal(account.changePassword, {
    body: { password: 'не тот', newPassword: 'другой-пароль' },
  });
  await anna.call(account.changePassword, {
    body: { password: PASSWORD, newPassword: 'другой-пароль' },
  });
  await admin.refusal(events.remove, { params: { id: anna.id } });
  expect(written.map(without)).toEqual([
    {
      event: 'refused',
      code: 'bad_credentials',
      call: 'POST /api/auth/login',
      address: '127.0.0.1',
    },
    { event: 'account', call: 'POST /auth/login', user: anna.id },
    { event: 'refused', code: 'forbidden', call: 'DELETE /api/aep/event/:id', user: anna.id },
    {
      event: 'refused',
      code: 'bad_password',
      call: 'POST /api/auth/change-password',
      user: anna.id,
    },
    { event: 'account', call: 'POST /auth/change-password', user: anna.id },
  ]);
  expect(JSON.stringify(written)).not.toContain(anna.email);
});

test('a flood of one refusal is one line a minute, and what is ordinary is none', async () => {
  for (let time = 0; time < 30; time += 1) await signIn('не тот пароль снова');
  await anna.request(profile.me);
  await anna.request(account.refresh);
  expect(written.length).toBeLessThanOrEqual(1);
});
