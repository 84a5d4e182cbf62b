import { hash, verify } from '@node-rs/argon2';
import type { PasswordCost } from '#platform/runtime/config.ts';
import { createFairQueue } from '#platform/runtime/work-queue.ts';

const ARGON2ID = 2;
// The hash of nothing: an unknown e-mail takes as long as a wrong password.
const DUMMY =
  '$argon2id$v=19$m=19456,t=2,p=1$SYkXYl0mZmDm3H2xlH9GSw$0FD8fvbqKAPd9ZBB/fXgpG9pBzL6Z7C0vGJmZgUp6dU';

/** Hashes at once; waiting ones of one owner, and in all: beyond that the server answers 503. */
const inTurn = createFairQueue(4, { each: 10, all: 50 });

/**
 * Returns the hash of a password. The same password may be typed with composed or decomposed
 * letters. `owner` shares the hashing queue with others: an address or an account. Throws
 * `unavailable`.
 */
export const hashPassword = (
  password: string,
  cost: PasswordCost,
  owner?: string,
): Promise<string> =>
  inTurn(owner, () =>
    hash(password.normalize('NFC'), { algorithm: ARGON2ID, parallelism: 1, ...cost }),
  );
/**
 * Returns whether the password matches the hash; without a hash it takes as long and returns false.
 * A hash from before passwords were normalized may be of the decomposed form. Throws `unavailable`.
 */
export const isPassword = (
  password: string,
  stored: string | undefined,
  owner?: string,
): Promise<boolean> =>
  inTurn(owner, async () => {
    const forms = new Set([password.normalize('NFC'), password]);
    for (const form of forms) if (await verify(stored ?? DUMMY, form)) return stored !== undefined;
    return false;
  });
