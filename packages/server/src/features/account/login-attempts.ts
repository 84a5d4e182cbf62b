import type { AppContext } from '#platform/runtime/app-context.ts';
import { makeTurns, type Turns } from '#platform/runtime/work-queue.ts';
import { isPassword } from './passwords.ts';

const attempts = new Map<string, { turns: Turns; count: number }>();

/**
 * Whether a password fits, for whoever the key stands for: their guesses are looked at one after another, so that none slips in before the last one is counted.
 * Throws `too_often` after five wrong ones.
 */
export async function checkPassword(
  context: AppContext,
  key: string,
  password: string,
  stored: string | undefined,
): Promise<boolean> {
  const mine = attempts.get(key) ?? { turns: makeTurns(1), count: 0 };
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
