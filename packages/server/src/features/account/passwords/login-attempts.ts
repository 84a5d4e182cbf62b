import { AppError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { createWorkQueue } from '#platform/runtime/work-queue.ts';
import { isPassword } from './passwords.ts';

/** Whose password is guessed, and by whom. */
export type Guess = {
  /** What wrong passwords are counted for. Guesses with the same key are checked one by one. */
  key: string;
  /** Shares the hashing queue with others: a network address or an account. */
  owner: string;
  /** A sign-in in a browser where this account has not signed in before. */
  stranger?: { email: string; address: string };
};

/**
 * Returns whether a password is one of the stored hashes' (the index of the first that fits, or
 * -1). Guesses with the same key are checked one after another, so that none slips in before the
 * last one is counted. Throws `too_often` after five wrong ones, and for a stranger when its
 * address has guessed too much or the account is being guessed from everywhere; `unavailable` when
 * too many passwords are being checked.
 */
export async function findPassword(
  context: AppContext,
  guess: Guess,
  password: string,
  stored: readonly (string | undefined)[],
): Promise<number> {
  const { attempts } = context.account;
  const mine = attempts.get(guess.key) ?? { turns: createWorkQueue(1), count: 0 };
  attempts.set(guess.key, mine);
  mine.count += 1;
  try {
    return await mine.turns(async () => {
      await context.limits.check('login', guess.key);
      if (guess.stranger !== undefined) await admitStranger(context, guess.stranger);
      const found = await firstMatch(password, stored, guess.owner);
      await (found === -1 ? countWrong(context, guess) : countRight(context, guess));
      return found;
    });
  } finally {
    mine.count -= 1;
    if (mine.count === 0) attempts.delete(guess.key);
  }
}
/** As `findPassword`, for one hash. */
export const checkPassword = async (
  context: AppContext,
  guess: Guess,
  password: string,
  stored: string | undefined,
): Promise<boolean> => (await findPassword(context, guess, password, [stored])) === 0;

async function firstMatch(
  password: string,
  stored: readonly (string | undefined)[],
  owner: string,
): Promise<number> {
  for (const [index, hash] of stored.entries())
    if (await isPassword(password, hash, owner)) return index;
  return -1;
}
/**
 * An account that is guessed from many addresses is slowed down and not locked, because its owner
 * may be signing in from a new browser too.
 */
async function admitStranger(
  context: AppContext,
  { email, address }: { email: string; address: string },
): Promise<void> {
  await context.limits.check('addressGuesses', address);
  try {
    await context.limits.spend('accountGuesses', email);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await context.limits.spend('slowedSignIns', email);
  }
}
async function countWrong(context: AppContext, { key, stranger }: Guess): Promise<void> {
  await context.limits.spend('login', key);
  if (stranger === undefined) return;
  try {
    await context.limits.spend('addressGuesses', stranger.address);
  } catch (error) {
    // Concurrent guesses have used the window up meanwhile: this one was still allowed.
    if (!(error instanceof AppError)) throw error;
  }
}
async function countRight(context: AppContext, { key, stranger }: Guess): Promise<void> {
  await context.limits.forgive('login', key);
  if (stranger !== undefined) await context.limits.forgive('accountGuesses', stranger.email);
}
