import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as security from '@respa/contract/account-security';
import * as profile from '@respa/contract/profile';
import { Caller, PASSWORD, startTestApp, type TestApp } from '#tests/support/driver.ts';
import {
  addFactor,
  challengeOf as challengeAt,
  codeOf,
  mailed as mailedTo,
} from '#tests/support/factors.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { patient } from '#tests/support/patience.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
const login = (email: string, password = PASSWORD) =>
  app.nobody.call(account.login, { body: { email, password } });
const mailed = (email: string, kind: 'return-password' | 'confirm-email') =>
  mailedTo(app, email, kind);
const challengeOf = (email: string, password?: string) => challengeAt(app, email, password);
/** Confirms a factor through the link in its email. */
async function confirmFactor(member: Caller) {
  const link = await mailed(member.email, 'confirm-email');
  expect(await app.nobody.call(security.confirmation, { params: { link } })).toMatchObject({
    kind: 'factor',
    email: member.email,
    isMine: false,
  });
  await member.call(security.confirmEmail, { body: { link } });
  expect(await member.call(security.factor)).toMatchObject({ on: true, isConfirmed: true });
}
async function withFactor(name: string) {
  const member = await app.join(name);
  return { member, ...(await addFactor(member)) };
}

describe('a second factor', () => {
  test('is required after the password, and each code works once', async () => {
    const { member, secret } = await withFactor('Ада');
    expect(await member.call(security.factor)).toMatchObject({ on: true, codesLeft: 10 });
    const challenge = await challengeOf(member.email);
    const code = codeOf(secret);
    const { token, userId } = await app.nobody.call(security.second, {
      body: { challenge, code },
    });
    expect(userId).toBe(member.id);
    expect((await new Caller(app.url, { token, id: userId }).call(profile.me)).user._id).toBe(
      member.id,
    );
    expect(
      (await app.nobody.refusal(security.second, { body: { challenge, code: codeOf(secret) } }))
        .code,
    ).toBe('challenge_over');
    expect(
      await app.nobody.refusal(security.second, {
        body: { challenge: await challengeOf(member.email), code },
      }),
    ).toMatchObject({ status: 403, code: 'bad_code' });
  });
  test('accepts each recovery code once, and new codes replace them', async () => {
    const { member, secret, codes } = await withFactor('Зоя');
    expect(new Set(codes).size).toBe(10);
    await app.nobody.call(security.second, {
      body: {
        challenge: await challengeOf(member.email),
        code: codes[0]!.toUpperCase().replace('-', ' '),
      },
    });
    expect(
      (
        await app.nobody.refusal(security.second, {
          body: { challenge: await challengeOf(member.email), code: codes[0]! },
        })
      ).code,
    ).toBe('bad_code');
    expect((await member.call(security.factor)).codesLeft).toBe(9);
    const renewed = await member.call(security.newCodes, {
      body: { password: PASSWORD, code: codeOf(secret) },
    });
    await expect
      .poll(async () => (await mailsTo(app, member.email, 'прежние больше не действуют')).length, {
        timeout: patient(10_000),
      })
      .toBe(1);
    expect(
      (
        await app.nobody.refusal(security.second, {
          body: { challenge: await challengeOf(member.email), code: codes[1]! },
        })
      ).code,
    ).toBe('bad_code');
    await app.nobody.call(security.second, {
      body: { challenge: await challengeOf(member.email), code: renewed.codes[1]! },
    });
  });
  test('locks out after five wrong codes, across all challenges', async () => {
    const { member, secret } = await withFactor('Кира');
    for (let turn = 0; turn < 5; turn += 1)
      expect(
        (
          await app.nobody.refusal(security.second, {
            body: { challenge: await challengeOf(member.email), code: '000000' },
          })
        ).code,
      ).toBe('bad_code');
    const { status, code } = await app.nobody.refusal(security.second, {
      body: { challenge: await challengeOf(member.email), code: codeOf(secret) },
    });
    expect([status, code]).toEqual([429, 'too_often']);
    // An attempt during the lockout is not recorded as a wrong code.
    expect(
      (await member.call(security.signIns)).signIns.filter(
        ({ outcome }) => outcome === 'wrong_code',
      ),
    ).toHaveLength(5);
    await sql`
      update second_factors
      set locked_until = now() - interval '1 second'
      where user_id = ${member.id}
    `.execute(app.server.context.db);
    await app.nobody.call(security.second, {
      body: { challenge: await challengeOf(member.email), code: codeOf(secret) },
    });
  });
  test('is switched on and off only with the password and the authenticator', async () => {
    const { member, secret, codes } = await withFactor('Рита');
    expect(
      (await member.refusal(security.beginFactor, { body: { password: PASSWORD } })).code,
    ).toBe('factor_on');
    expect(
      (
        await member.refusal(security.endFactor, {
          body: { password: 'не тот пароль', code: codes[0]! },
        })
      ).code,
    ).toBe('bad_password');
    expect(
      (await member.refusal(security.endFactor, { body: { password: PASSWORD, code: '000000' } }))
        .code,
    ).toBe('bad_code');
    expect((await member.call(security.factor)).on).toBe(true);
    await member.call(security.endFactor, { body: { password: PASSWORD, code: codeOf(secret) } });
    expect(await member.call(security.factor)).toEqual({
      on: false,
      since: null,
      codesLeft: 0,
      isConfirmed: false,
    });
    await login(member.email);
    const other = await app.join('Нина');
    expect((await other.refusal(security.confirmFactor, { body: { code: '123456' } })).code).toBe(
      'factor_not_begun',
    );
    expect(
      (await other.refusal(security.newCodes, { body: { password: PASSWORD, code: '123456' } }))
        .code,
    ).toBe('factor_not_begun');
    await other.call(security.beginFactor, { body: { password: PASSWORD } });
    await login(other.email);
  });
  test('that the owner of the mailbox confirmed survives a new password, and is required before the profile is deleted', async () => {
    const { member, secret, codes } = await withFactor('Яна');
    await confirmFactor(member);
    await app.nobody.call(account.forgotPassword, { body: { email: member.email } });
    const link = await mailed(member.email, 'return-password');
    const challenge = await challengeOf(member.email);
    await app.nobody.call(account.returnPassword, {
      body: { id: member.id, link, password: 'другой-пароль' },
    });
    expect(
      (await app.nobody.refusal(security.second, { body: { challenge, code: codes[0]! } })).code,
    ).toBe('challenge_over');
    const { token } = await app.nobody.call(security.second, {
      body: { challenge: await challengeOf(member.email, 'другой-пароль'), code: codes[0]! },
    });
    const back = new Caller(app.url, { token, id: member.id });
    expect(
      (await back.refusal(account.deleteProfile, { body: { password: 'другой-пароль' } })).code,
    ).toBe('bad_code');
    await back.call(account.deleteProfile, {
      body: { password: 'другой-пароль', code: codeOf(secret) },
    });
  });
  test('that the owner of the mailbox never confirmed does not outlive a new password by email', async () => {
    const { member } = await withFactor('Лена');
    // The attacker, who has the password, cannot confirm it without the mailbox.
    expect(await member.call(security.factor)).toMatchObject({ on: true, isConfirmed: false });
    const confirmation = await mailed(member.email, 'confirm-email');
    await app.nobody.call(account.forgotPassword, { body: { email: member.email } });
    await app.nobody.call(account.returnPassword, {
      body: {
        id: member.id,
        link: await mailed(member.email, 'return-password'),
        password: 'снова-моё-2026',
      },
    });
    expect((await member.refusal(security.factor)).status).toBe(401);
    const owner = new Caller(app.url, await login(member.email, 'снова-моё-2026'));
    expect((await owner.call(security.factor)).on).toBe(false);
    expect(
      (await owner.refusal(security.confirmEmail, { body: { link: confirmation } })).code,
    ).toBe('bad_link');
  });
  test('locks for twice as long each time, tells the owner, and lets recovery codes in', async () => {
    const { member, secret, codes } = await withFactor('Даша');
    const tryCode = async (code: string) =>
      app.nobody.request(security.second, {
        body: { challenge: await challengeOf(member.email), code },
      });
    const lock = async () => {
      for (let turn = 0; turn < 5; turn += 1) expect((await tryCode('000000')).status).toBe(403);
      const refused = await tryCode(codeOf(secret));
      expect(refused.status).toBe(429);
      return Math.ceil(Number(refused.headers.get('retry-after')) / 60);
    };
    const first = await lock();
    await sql`
      update second_factors
      set locked_until = now() - interval '1 second'
      where user_id = ${member.id}
    `.execute(app.server.context.db);
    expect([first, await lock()]).toEqual([15, 30]);
    expect((await tryCode(codes[0]!)).status).toBe(200);
    await expect
      .poll(async () => (await mailsTo(app, member.email, 'ввёл неверный код')).length, {
        timeout: patient(10_000),
      })
      .toBe(2);
    // A right code starts the count again.
    expect(await lock()).toBe(15);
  });
  test('one code for two concurrent sign-ins admits one', async () => {
    const { member, secret } = await withFactor('Инна');
    const [one, other] = [await challengeOf(member.email), await challengeOf(member.email)];
    const code = codeOf(secret);
    const done = await Promise.allSettled(
      [one, other].map((challenge) =>
        app.nobody.call(security.second, { body: { challenge, code } }),
      ),
    );
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
