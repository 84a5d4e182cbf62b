import { fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';
import type { Viewer } from '#platform/serve.ts';
import { isPassword } from './passwords.ts';
import * as queries from './queries.ts';

/** Asks for the password again before something that cannot be undone. Throws `bad_password`, `too_often`. */
export async function confirmPassword(ground: Ground, viewer: Viewer, password: string): Promise<void> {
  await ground.limits.check('login', viewer.id);
  const account = await queries.findAccount(ground.db, viewer.id);
  if (!(await isPassword(password, account?.password_hash))) {
    await ground.limits.spend('login', viewer.id);
    throw fault('bad_password', { fields: { password: 'Неверный пароль.' } });
  }
  await ground.limits.forgive('login', viewer.id);
}
