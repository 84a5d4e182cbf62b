import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as security from '@respa/contract/account-security';
import * as admin from '@respa/contract/admin';
import * as profile from '@respa/contract/profile';
import * as videohost from '@respa/contract/videohost';
import { makeChannel } from '#tests/support/members/channels.ts';
import { Caller, PASSWORD, startTestApp, type TestApp } from '#tests/support/driver.ts';
import { addFactor } from '#tests/support/factors.ts';
import { ADMIN, joinAdmin } from '#tests/support/members/games.ts';

let open: TestApp;
let local: TestApp;
beforeAll(async () => {
  [open, local] = await Promise.all([
    startTestApp({ ...ADMIN, PUBLIC_URL: 'https://respa.test' }),
    startTestApp(ADMIN),
  ]);
});
afterAll(() => Promise.all([open.stop(), local.stop()]));

/**
 * Backdates the start of a user's newest session by the given hours; its token was not used since.
 */
const age = (app: TestApp, who: Caller, hours: number) =>
  sql`
    update sessions
    set created_at = now() - ${hours} * interval '1 hour'
    where id = (
      select id
      from sessions
      where user_id = ${who.id}
      order by id desc
      limit 1
    )
  `.execute(app.server.context.db);

test('a public server requires a second factor of its admin, again as soon as the factor is removed', async () => {
  const boss = await joinAdmin(open);
  expect(await boss.refusal(admin.state)).toMatchObject({ status: 403, code: 'factor_required' });
  expect((await boss.call(profile.me)).isAdmin).toBe(true);
  const { secret, codes } = await addFactor(boss);
  await boss.call(admin.state);
  await boss.call(security.endFactor, { body: { password: PASSWORD, code: codes[0]! } });
  expect(await boss.refusal(admin.state)).toMatchObject({ status: 403, code: 'factor_required' });
  expect(secret).not.toBe((await addFactor(boss)).secret);
  expect(await (await open.join('Анна')).refusal(admin.state)).toMatchObject({
    status: 403,
    code: 'forbidden',
  });
});
test('an admin sign-in grants admin rights for twelve hours in every feature, and a new sign-in renews them', async () => {
  const boss = await joinAdmin(local);
  const anna = await local.join('Анна');
  const removal = { params: { id: await makeChannel(anna, 'Анна играет') } };
  const signIn = async () =>
    new Caller(local.url, {
      ...(await local.nobody.call(account.login, {
        body: { email: boss.email, password: PASSWORD },
      })),
      id: boss.id,
    });
  const [old, young] = [await signIn(), boss];
  await age(local, boss, 12.1);
  expect(await old.refusal(admin.state)).toMatchObject({
    status: 403,
    code: 'sign_in_again',
    error: 'Войдите ещё раз: вход администратора действует 12 часов.',
  });
  expect((await old.call(profile.me)).isAdmin).toBe(true);
  expect((await old.refusal(videohost.removeChannel, removal)).status).toBe(403);
  await young.call(admin.state);
  // A renewed token is not a new sign-in.
  const { token } = await old.call(account.refresh);
  expect((await new Caller(local.url, { token: token! }).refusal(admin.state)).code).toBe(
    'sign_in_again',
  );
  const late = await signIn();
  await age(local, boss, 11.9);
  await late.call(videohost.removeChannel, removal);
});
