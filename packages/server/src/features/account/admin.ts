import { HOUR_MS } from '@respa/contract/durations';
import { ADMIN_HOURS } from '@respa/contract/account-limits';
import { nowMs } from '#platform/runtime/clock.ts';
import type { Config } from '#platform/runtime/config.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { findAccount } from './queries.ts';

type Known = { email: string; activated_at: Date | null };
/**
 * Returns whether an account is the platform's admin: the activated one with the address of
 * `ADMIN_EMAIL`.
 */
export const isAdminAccount = (
  { adminEmail }: Config,
  { email, activated_at: activated }: Known,
): boolean => activated !== null && email === adminEmail;

/**
 * Does the same for an id. What a session may do is in its `Viewer`: a session that is too old or
 * lacks a second factor has no admin rights.
 */
export async function isAdminId(context: AppContext, userId: string): Promise<boolean> {
  const account = await findAccount(context.db, userId);
  return account !== undefined && isAdminAccount(context.config, account);
}

/**
 * Returns whether a session has the platform admin's rights and, for the admin's own session, what
 * it lacks. A server open to others (https) requires a second factor that was
 * enrolled after the activation; on a local machine the password is enough.
 */
export function readAdmin(
  config: Config,
  session: Known & { signed_in_at: Date; has_factor: boolean },
): Pick<Viewer, 'isAdmin' | 'adminLacks'> {
  if (!isAdminAccount(config, session)) return { isAdmin: false };
  if (config.publicUrl.startsWith('https:') && !session.has_factor)
    return { isAdmin: false, adminLacks: 'factor_required' };
  if (nowMs() - session.signed_in_at.getTime() > ADMIN_HOURS * HOUR_MS)
    return { isAdmin: false, adminLacks: 'sign_in_again' };
  return { isAdmin: true };
}
