import { fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';
import type { Viewer } from '#platform/serve.ts';
import { guess } from './guess.ts';
import * as queries from './queries.ts';

/** Asks for the password again before something that cannot be undone. Throws `bad_password`, `too_often`. */
export async function confirmPassword(
  ground: Ground,
  viewer: Viewer,
  password: string,
): Promise<void> {
  const account = await queries.findAccount(ground.db, viewer.id);
  if (!(await guess(ground, viewer.id, password, account?.password_hash)))
    throw fault('bad_password', { fields: { password: 'Неверный пароль.' } });
}
