import type { AppContext } from '#platform/runtime/app-context.ts';
import { createWorkQueue } from '#platform/runtime/work-queue.ts';
import { isPassword } from './passwords.ts';

/**
 * Returns whether a password is correct. Login attempts with the same key are checked one after
 * another, so that none slips in before the last one is counted.
 * Throws `too_often` after five wrong ones.
 */
export async function checkPassword(
  context: AppContext,
  key: string,
  password: string,
  stored: string | undefined,
): Promise<boolean> {
  const { attempts } = context.account;
  const mine = attempts.get(key) ?? { turns: createWorkQueue(1), count: 0 };
  attempts.set(key, mine);
  mine.count += 1;
  try {
    return await mine.turns(async () => {
      await context.limits.check('login', key);
      const fits = await isPassword(password, stored);
      await (fits ? context.limits.forgive('login', key) : context.limits.spend('login', key));
      return fits;
    });
  } finally {
    mine.count -= 1;
    if (mine.count === 0) attempts.delete(key);
  }
}
