import { expect, test } from 'vitest';
import { RATE_LIMITS } from '@respa/contract/rate-limits';
import { makeRateLimits } from './rate-limits.ts';

test('a flood of new keys does not make the server forget a limit that is used up', async () => {
  const limits = makeRateLimits(true, null, 50);
  for (let turn = 0; turn < RATE_LIMITS.login.count; turn += 1)
    await limits.spend('login', 'жертва');
  for (let key = 0; key < 1_000; key += 1) await limits.spend('login', `чужой ${key}`);
  expect(() => limits.check('login', 'жертва')).toThrow(/Слишком часто/);
  // Limits that are not used up make room.
  await limits.spend('login', 'чужой 0', RATE_LIMITS.login.count);
});
test('a memory full of used-up limits still counts new keys', async () => {
  const limits = makeRateLimits(true, null, 20);
  const { count } = RATE_LIMITS.login;
  for (let key = 0; key < 40; key += 1) await limits.spend('login', `ключ ${key}`, count);
  for (let key = 0; key < 40; key += 1)
    expect(() => limits.check('login', `ключ ${key}`)).toThrow(/Слишком часто/);
});
