import type { Ground } from '#platform/ground.ts';
import { makeTurns, type Turns } from '#platform/turns.ts';
import { isPassword } from './passwords.ts';

const guessing = new Map<string, { turns: Turns; count: number }>();

/**
 * Whether a password fits, for whoever the key stands for: their guesses are looked at one after another, so that none slips in before the last one is counted.
 * Throws `too_often` after five wrong ones.
 */
export async function guess(
  ground: Ground,
  key: string,
  password: string,
  stored: string | undefined,
): Promise<boolean> {
  const mine = guessing.get(key) ?? { turns: makeTurns(1), count: 0 };
  guessing.set(key, mine);
  mine.count += 1;
  try {
    return await mine.turns(async () => {
      await ground.limits.check('login', key);
      const fits = await isPassword(password, stored);
      await (fits ? ground.limits.forgive('login', key) : ground.limits.spend('login', key));
      return fits;
    });
  } finally {
    mine.count -= 1;
    if (mine.count === 0) guessing.delete(key);
  }
}
