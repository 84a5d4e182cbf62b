import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as security from '@respa/contract/account-security';
import * as profile from '@respa/contract/profile';
import { PASSWORD, startTestApp, type TestApp } from '#tests/support/driver.ts';
import { freshAddress as address, mailed as mailedTo } from '#tests/support/factors.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
const login = (email: string, password = PASSWORD) =>
  app.nobody.call(account.login, { body: { email, password } });
const refusedLogin = (email: string, password = PASSWORD) =>
  app.nobody.refusal(account.login, { body: { email, password } });
const mailed = (email: string, kind: 'return-password' | 'confirm-email') =>
  mailedTo(app, email, kind);

describe('another e-mail', () => {
  test('takes effect when its emailed link is opened, and the old address is notified', async () => {
    const [anna, next] = [await app.join('Анна'), address()];
    expect(
      await anna.call(security.changeEmail, {
        body: { email: ` ${next.toUpperCase()} `, password: PASSWORD },
      }),
    ).toEqual({ pending: next });
    expect(await anna.call(security.email)).toEqual({ email: anna.email, pending: next });
    await login(anna.email);
    expect((await refusedLogin(next)).code).toBe('bad_credentials');
    expect(
      await anna.call(security.confirmEmail, {
        body: { link: await mailed(next, 'confirm-email') },
      }),
    ).toEqual({ ok: true, undone: false });
    expect(await anna.call(security.email)).toEqual({ email: next, pending: null });
    expect((await anna.call(profile.me)).user.email).toBe(next);
    expect((await refusedLogin(anna.email)).code).toBe('bad_credentials');
    await login(next);
  });
  test('is reverted by the old address, once, and every session ends', async () => {
    const [eva, next] = [await app.join('Ева'), address()];
    await eva.call(security.changeEmail, { body: { email: next, password: PASSWORD } });
    const link = await mailed(next, 'confirm-email');
    await eva.call(security.confirmEmail, { body: { link } });
    expect(await eva.refusal(security.confirmEmail, { body: { link } })).toMatchObject({
      status: 400,
      code: 'bad_link',
    });
    const back = await mailed(eva.email, 'confirm-email');
    expect(await app.nobody.call(security.confirmEmail, { body: { link: back } })).toEqual({
      ok: true,
      undone: true,
    });
    expect((await eva.refusal(profile.me)).status).toBe(401);
    expect((await app.nobody.refusal(security.confirmEmail, { body: { link: back } })).code).toBe(
      'bad_link',
    );
  });
  test('is also requested through /editprofile, where the current address changes nothing', async () => {
    const [ira, next] = [await app.join('Ира'), address()];
    await ira.call(profile.edit, {
      body: { city: 'Тверь', email: next, password: PASSWORD },
    });
    await ira.call(profile.edit, { body: { city: 'Казань', email: ira.email } });
    expect(await ira.call(security.email)).toEqual({ email: ira.email, pending: next });
    expect((await ira.call(profile.me)).user).toMatchObject({ email: ira.email, city: 'Казань' });
    await ira.call(security.cancelEmail);
    expect(await ira.call(security.email)).toEqual({ email: ira.email, pending: null });
    expect(
      (
        await app.nobody.refusal(security.confirmEmail, {
          body: { link: await mailed(next, 'confirm-email') },
        })
      ).code,
    ).toBe('bad_link');
  });
  test('is rejected without effect if it is taken, becomes taken meanwhile or is malformed', async () => {
    const [olya, anna, next] = [await app.join('Оля'), await app.join('Анна'), address()];
    expect(
      await olya.refusal(security.changeEmail, {
        body: { email: anna.email.toUpperCase(), password: PASSWORD },
      }),
    ).toMatchObject({ status: 409, code: 'email_taken' });
    expect(
      await olya.refusal(profile.edit, {
        body: { name: 'Оленька', email: anna.email, password: PASSWORD },
      }),
    ).toMatchObject({ status: 409, code: 'email_taken' });
    expect(await olya.refusal(security.changeEmail, { body: { email: 'никуда' } })).toMatchObject({
      status: 400,
      error: 'Неверный формат почты',
    });
    expect((await olya.call(profile.me)).user.name).toBe('Оля');
    await olya.call(security.changeEmail, { body: { email: next, password: PASSWORD } });
    const link = await mailed(next, 'confirm-email');
    await sql`
      update accounts
      set email = ${next}
      where id = ${anna.id}
    `.execute(app.server.context.db);
    expect(await olya.refusal(security.confirmEmail, { body: { link } })).toMatchObject({
      status: 409,
      code: 'email_taken',
    });
    expect((await olya.call(security.email)).email).toBe(olya.email);
  });
  test('makes links sent to the old one useless', async () => {
    const [vera, next] = [await app.join('Вера'), address()];
    await app.nobody.call(account.forgotPassword, { body: { email: vera.email } });
    const link = await mailed(vera.email, 'return-password');
    await vera.call(security.changeEmail, { body: { email: next, password: PASSWORD } });
    await vera.call(security.confirmEmail, {
      body: { link: await mailed(next, 'confirm-email') },
    });
    expect(
      (await app.nobody.call(account.checkReturnLink, { params: { id: vera.id, link } })).ok,
    ).toBe(false);
  });
});

test('the history lists successful and failed sign-ins, newest first and in pages, to the member only', async () => {
  const [anna, stranger] = [await app.join('Анна'), await app.join('Чужой')];
  expect((await refusedLogin(anna.email, 'не тот')).code).toBe('bad_credentials');
  await login(anna.email);
  // A wrong password is recorded after its response.
  await expect
    .poll(async () => (await anna.call(security.signIns)).signIns.map(({ outcome }) => outcome))
    .toContain('wrong_password');
  const { signIns, isLast } = await anna.call(security.signIns);
  expect(signIns.map(({ outcome }) => outcome)).toEqual([
    'in',
    'wrong_password',
    'in',
    ...signIns.slice(3).map(() => 'in'),
  ]);
  expect([isLast, signIns[0]]).toMatchObject([true, { address: '127.0.0.1' }]);
  expect(
    (await stranger.call(security.signIns)).signIns.some(({ _id }) =>
      signIns.some((one) => one._id === _id),
    ),
  ).toBe(false);
  await sql`
    insert into sign_ins (id, user_id, device, address, outcome)
    select uuidv7(interval '-1 hour' * n), ${anna.id}, 'Firefox, Linux', '10.0.0.1', 'in'
    from generate_series(1, 45) n
  `.execute(app.server.context.db);
  const seen: string[] = [];
  for (let before: string | undefined; ;) {
    const page = await anna.call(security.signIns, {
      query: before === undefined ? {} : { before },
    });
    seen.push(...page.signIns.map(({ _id }) => _id));
    if (page.isLast) break;
    before = page.signIns.at(-1)!._id;
  }
  expect([seen.length, [...seen].sort().reverse()]).toEqual([signIns.length + 45, seen]);
});

test('limits the stored failures that strangers cause', async () => {
  const anna = await app.join('Анна');
  await sql`
    insert into sign_ins (id, user_id, device, address, outcome)
    select uuidv7(interval '-1 second' * n), ${anna.id}, 'Firefox, Linux', '10.0.0.1',
      'wrong_password'
    from generate_series(1, 60) n
  `.execute(app.server.context.db);
  await refusedLogin(anna.email, 'не тот');
  const { signIns } = await anna.call(security.signIns);
  expect(
    signIns.filter(({ outcome }) => outcome === 'wrong_password').map(({ address }) => address),
  ).not.toContain('127.0.0.1');
});
