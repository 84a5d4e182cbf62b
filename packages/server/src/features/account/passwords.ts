import { hash, verify } from '@node-rs/argon2';
import { appError } from '@respa/contract/app-errors';
import type { PasswordCost } from '#platform/runtime/config.ts';

const ARGON2ID = 2;
const AT_ONCE = 4;
const MAX_WAITING = 50;
// The hash of nothing: an unknown e-mail takes as long as a wrong password.
const DUMMY =
  '$argon2id$v=19$m=19456,t=2,p=1$SYkXYl0mZmDm3H2xlH9GSw$0FD8fvbqKAPd9ZBB/fXgpG9pBzL6Z7C0vGJmZgUp6dU';

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs at most four hashes at once with fifty in the queue: beyond that the server returns 503
 * instead of falling behind.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw appError('unavailable', { retryAfter: 5 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** The same password may be typed with composed or decomposed letters. */
export const hashPassword = (password: string, cost: PasswordCost): Promise<string> =>
  inTurn(() => hash(password.normalize('NFC'), { algorithm: ARGON2ID, parallelism: 1, ...cost }));
/**
 * Returns whether the password matches the hash; without a hash it takes as long and returns false.
 * A hash from before passwords were normalized may be of the decomposed form.
 */
export const isPassword = (password: string, stored: string | undefined): Promise<boolean> =>
  inTurn(async () => {
    const forms = new Set([password.normalize('NFC'), password]);
    for (const form of forms) if (await verify(stored ?? DUMMY, form)) return stored !== undefined;
    return false;
  });
