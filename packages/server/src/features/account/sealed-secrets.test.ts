import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as security from '@respa/contract/account-security';
import { readConfig } from '#platform/runtime/config.ts';
import { openSecretBox } from '#platform/runtime/secret-box.ts';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';
import { addFactor, challengeOf, codeOf } from '#tests/support/factors.ts';
import { sealOldSecrets } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('the database does not contain the secret of an authenticator app', async () => {
  const anna = await app.join('Анна');
  const { secret } = await addFactor(anna);
  const { db } = app.server.context;
  const stored = await db
    .selectFrom('second_factors')
    .select('secret')
    .where('user_id', '=', anna.id)
    .executeTakeFirstOrThrow();
  expect(stored.secret.includes(Buffer.from(Secret.fromBase32(secret).buffer))).toBe(false);
});

test('a secret from before secrets were sealed is sealed at the start, and its codes still work', async () => {
  const boris = await app.join('Борис');
  const { secret } = await addFactor(boris);
  const plain = Buffer.from(Secret.fromBase32(secret).buffer);
  const { context } = app.server;
  await sql`
    update second_factors
    set secret = ${plain}
    where user_id = ${boris.id}
  `.execute(context.db);
  await sealOldSecrets(context);
  const body = { challenge: await challengeOf(app, boris.email), code: codeOf(secret) };
  expect((await app.nobody.call(security.second, { body })).userId).toBe(boris.id);
});

test('a server with another key does not start, and says what to do', async () => {
  const config = { ...readConfig({}), secretKey: randomBytes(32).toString('hex') };
  await expect(openSecretBox(config, app.server.context.db)).rejects.toThrow(
    /зашифрованы другим ключом\. Задайте SECRET_KEY/,
  );
  expect(() => readConfig({ SECRET_KEY: 'короткий' })).toThrow(/64 шестнадцатеричных знака/);
});
