import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

const COST = { memoryCost: 1_024, timeCost: 1 };
const COMPOSED = 'Мой пароль с й'.normalize('NFC');
const DECOMPOSED = COMPOSED.normalize('NFD');

test('a password is the same with composed and decomposed letters', async () => {
  expect(DECOMPOSED).not.toBe(COMPOSED);
  for (const first of [COMPOSED, DECOMPOSED])
    for (const second of [COMPOSED, DECOMPOSED])
      expect(await isPassword(second, await hashPassword(first, COST))).toBe(true);
  expect(await isPassword('Мой пароль с и', await hashPassword(COMPOSED, COST))).toBe(false);
  expect(await isPassword(DECOMPOSED, undefined)).toBe(false);
});

test('a decomposed password from before normalization still signs in', async () => {
  const stored = await hash(DECOMPOSED, { algorithm: 2, parallelism: 1, ...COST });
  expect(await isPassword(DECOMPOSED, stored)).toBe(true);
});
