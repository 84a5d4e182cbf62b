import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as security from '@respa/contract/account-security';
import * as profile from '@respa/contract/profile';
import type { Tx } from '#platform/database/db.ts';
import { Caller, PASSWORD, startTestApp, type TestApp } from '#tests/support/driver.ts';
import { addFactor, challengeOf, codeOf, freshAddress, mailed } from '#tests/support/factors.ts';
import { patient } from '#tests/support/patience.ts';

let app: TestApp;
let counting: TestApp;
beforeAll(async () => {
  [app, counting] = await Promise.all([startTestApp(), startTestApp({ RATE_LIMITS: 'on' })]);
});
afterAll(() => Promise.all([app.stop(), counting.stop()]));

const THIEF = 'thief-of-2026';
const login = (email: string, password = PASSWORD) =>
  app.nobody.call(account.login, { body: { email, password } });
const refusedLogin = (email: string, password = PASSWORD) =>
  app.nobody.refusal(account.login, { body: { email, password } });
const confirm = (link: string, by: Caller = app.nobody) =>
  by.call(security.confirmEmail, { body: { link } });
const deadLink = async (link: string) =>
  expect((await app.nobody.refusal(security.confirmEmail, { body: { link } })).code).toBe(
    'bad_link',
  );
const again = async (member: Caller, email: string, password: string) =>
  new Caller(app.url, { ...(await login(email, password)), id: member.id, email });
/**
 * Changes a user's address through the link emailed to the new one; returns the link that reverts
 * the change.
 */
async function move(
  member: Caller,
  from: string,
  to: string,
  password = PASSWORD,
  code = '',
): Promise<string> {
  await member.call(security.changeEmail, { body: { email: to, password, code } });
  const link = await mailed(app, to, 'confirm-email');
  const known = app.links.length;
  expect(await confirm(link, member)).toEqual({ ok: true, undone: false });
  await expect
    .poll(() => app.links.slice(known).some((one) => one.to === from), {
      timeout: patient(10_000),
      interval: 10,
    })
    .toBe(true);
  return mailed(app, from, 'confirm-email');
}
/** Sets a new password through the email to an address. */
async function reset(member: Caller, email: string, password: string): Promise<void> {
  await app.nobody.call(account.forgotPassword, { body: { email } });
  await app.nobody.call(account.returnPassword, {
    body: { id: member.id, link: await mailed(app, email, 'return-password'), password },
  });
}
/** Changes the database and, before the commit, makes a call that blocks on the change. */
async function meanwhile<T>(
  change: (tx: Tx) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> {
  const { db } = app.server.context;
  let called: Promise<T> | undefined;
  await db.transaction().execute(async (tx) => {
    await change(tx);
    called = call();
    called.catch(() => {});
    const waiting = async () =>
      (
        await sql`
          select
          from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
        `.execute(db)
      ).rows.length;
    await expect.poll(waiting, { timeout: patient(2_500), interval: 20 }).toBeGreaterThan(0);
  });
  return called!;
}

describe('a stolen address', () => {
  test('is restored by its own link after any number of changes, and their links stop working', async () => {
    const [anna, second, third] = [await app.join('Анна'), freshAddress(), freshAddress()];
    const first = await move(anna, anna.email, second);
    const later = await move(anna, second, third);
    expect(await confirm(first)).toEqual({ ok: true, undone: true });
    await deadLink(later);
    await reset(anna, anna.email, 'снова-моё-2026');
    expect(await (await again(anna, anna.email, 'снова-моё-2026')).call(security.email)).toEqual({
      email: anna.email,
      pending: null,
    });
  });
  test('is restored even if a later address was restored before', async () => {
    const [eva, second, third] = [await app.join('Ева'), freshAddress(), freshAddress()];
    const first = await move(eva, eva.email, second);
    expect(await confirm(await move(eva, second, third))).toEqual({ ok: true, undone: true });
    await reset(eva, second, THIEF);
    expect(await confirm(first)).toEqual({ ok: true, undone: true });
    expect((await refusedLogin(second, THIEF)).code).toBe('bad_credentials');
    await reset(eva, eva.email, PASSWORD);
    await login(eva.email);
  });
  test("is restored without the thief's password and factor, and the owner sets a new password by email", async () => {
    const [ira, next] = [await app.join('Ира'), freshAddress()];
    const back = await move(ira, ira.email, next);
    await reset(ira, next, THIEF);
    const thief = await again(ira, next, THIEF);
    const { codes } = await addFactor(thief, THIEF);
    const challenge = await challengeOf(app, next, THIEF);
    const third = freshAddress();
    await thief.call(security.changeEmail, {
      body: { email: third, password: THIEF, code: codes[1]! },
    });
    const forth = await mailed(app, third, 'confirm-email');
    expect(await confirm(back)).toEqual({ ok: true, undone: true });
    await deadLink(forth);
    expect(
      (await app.nobody.refusal(security.second, { body: { challenge, code: codes[0]! } })).code,
    ).toBe('challenge_over');
    expect((await thief.refusal(profile.me)).status).toBe(401);
    for (const password of [THIEF, PASSWORD])
      expect((await refusedLogin(ira.email, password)).code).toBe('bad_credentials');
    await reset(ira, ira.email, 'моё-навсегда');
    const owner = await again(ira, ira.email, 'моё-навсегда');
    expect(await owner.call(security.email)).toEqual({ email: ira.email, pending: null });
    expect((await owner.call(security.factor)).on).toBe(false);
  });
  test('keeps a factor that existed before', async () => {
    const [zoya, next] = [await app.join('Зоя'), freshAddress()];
    const { secret, codes } = await addFactor(zoya);
    await confirm(await mailed(app, zoya.email, 'confirm-email'), zoya);
    await confirm(await move(zoya, zoya.email, next, PASSWORD, codes[0]!));
    await reset(zoya, zoya.email, 'моё-навсегда');
    const body = {
      challenge: await challengeOf(app, zoya.email, 'моё-навсегда'),
      code: codeOf(secret),
    };
    expect((await app.nobody.call(security.second, { body })).userId).toBe(zoya.id);
  });
});

describe('a new password', () => {
  test.each(['by email', 'in the settings'])('%s cancels a pending e-mail change', async (way) => {
    const [vera, next] = [await app.join('Вера'), freshAddress()];
    await vera.call(security.changeEmail, { body: { email: next, password: PASSWORD } });
    const link = await mailed(app, next, 'confirm-email');
    if (way === 'by email') await reset(vera, vera.email, 'другой-пароль');
    else
      await vera.call(account.changePassword, {
        body: { password: PASSWORD, newPassword: 'другой-пароль' },
      });
    await deadLink(link);
    expect((await login(vera.email, 'другой-пароль')).userId).toBe(vera.id);
  });
  test.each(['a session', 'a challenge'])(
    'prevents %s from starting with the old password that was checked before',
    async (kind) => {
      const [olya, other] = [await app.join('Оля'), await app.join('Другая')];
      if (kind === 'a challenge') await addFactor(olya);
      const replace = (tx: Tx) =>
        sql`
          update accounts
          set password_hash = (select password_hash from accounts where id = ${other.id})
          where id = ${olya.id}
        `.execute(tx);
      expect((await meanwhile(replace, () => refusedLogin(olya.email))).code).toBe(
        'bad_credentials',
      );
    },
  );
});

describe('one address requested by two users', () => {
  test('goes to the first, and the other gets an error', async () => {
    const [anna, olya, next] = [await app.join('Анна'), await app.join('Оля'), freshAddress()];
    await olya.call(security.changeEmail, { body: { email: next, password: PASSWORD } });
    const link = await mailed(app, next, 'confirm-email');
    const answer = await meanwhile(
      (tx) =>
        sql`
        update accounts
        set email = ${next}
        where id = ${anna.id}
      `.execute(tx),
      () => olya.refusal(security.confirmEmail, { body: { link } }),
    );
    expect(answer).toMatchObject({ status: 409, code: 'email_taken' });
    expect((await olya.call(security.email)).email).toBe(olya.email);
  });
  test('goes to the first when one of them has registered', async () => {
    const [anna, waiting] = [await app.join('Анна'), await app.register('Новая')];
    const link = (await app.waitForLink(waiting, 'activate')).split('/').at(-1);
    const answer = await meanwhile(
      (tx) =>
        sql`
        update accounts
        set email = ${waiting.email}
        where id = ${anna.id}
      `.execute(tx),
      () => waiting.refusal(account.activate, { body: { link } }),
    );
    expect(answer).toMatchObject({ status: 409, code: 'email_taken' });
  });
});

test('probing who is registered is limited to three other addresses per hour across all calls', async () => {
  const [asking, taken] = [await counting.join('Любопытный'), await counting.join('Занятая')];
  const by = {
    settings: () =>
      asking.refusal(security.changeEmail, { body: { email: taken.email, password: PASSWORD } }),
    profile: () =>
      asking.refusal(profile.edit, { body: { email: taken.email, password: PASSWORD } }),
  };
  for (const way of ['settings', 'profile', 'settings'] as const)
    expect((await by[way]()).code).toBe('email_taken');
  for (const way of ['settings', 'profile'] as const)
    expect(await by[way]()).toMatchObject({ status: 429, code: 'too_often' });
  await asking.call(profile.edit, { body: { city: 'Тверь', email: asking.email } });
  expect(await asking.refusal(security.changeEmail, { body: { email: 'никуда' } })).toMatchObject({
    status: 400,
    error: 'Неверный формат почты',
  });
});
