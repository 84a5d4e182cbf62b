import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { checkPassword } from './login-attempts.ts';
import * as queries from '../queries.ts';

/**
 * Asks for the password again before an action that cannot be undone. Throws `bad_password`,
 * `too_often`, `unavailable`.
 */
export async function confirmPassword(
  context: AppContext,
  viewer: Pick<Viewer, 'id'>,
  password: string,
): Promise<void> {
  const account = await queries.findAccount(context.db, viewer.id);
  const guess = { key: viewer.id, owner: viewer.id };
  if (!(await checkPassword(context, guess, password, account?.password_hash)))
    throw appError('bad_password', { fields: { password: 'Неверный пароль.' } });
}
