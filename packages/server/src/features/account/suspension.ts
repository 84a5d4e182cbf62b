import { DAY_MS } from '@respa/contract/durations';
import { appError, type AppError } from '@respa/contract/app-errors';
import { nowMs } from '#platform/runtime/clock.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import type { After } from '#platform/database/transaction.ts';
import { mailSuspended } from './mail.ts';
import { deleteSessions } from './sessions/session-queries.ts';
import { lockAccount } from './queries.ts';
import type { Sessions } from './sessions/sessions.ts';
import { findSuspension, saveSuspension, type Suspension } from './suspension-queries.ts';

const TEN_YEARS = 10 * 366 * DAY_MS;
/**
 * Throws `person_suspended` for a suspended user: nobody may write to them or request their
 * friendship.
 */
export async function assertNotSuspended(db: Db, userId: string): Promise<void> {
  if ((await findSuspension(db, userId)) !== undefined) throw appError('person_suspended');
}

const day = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Moscow',
});
/** Returns the error that a suspended user gets: the reason and the end. */
export function suspended({ reason, until }: Pick<Suspension, 'reason' | 'until'>): AppError {
  const term = until === null ? 'навсегда' : `до ${day.format(until)} по Москве`;
  return appError('suspended', {
    text: `Ваша страница заблокирована ${term}. Причина: ${reason}`,
    extra: { reason, until: until?.toISOString() ?? null },
  });
}
/** Reads the end from a form, null for permanent. Throws `bad_suspension`. */
export function readUntil(input: string | undefined): Date | null {
  if (input === undefined || input === '') return null;
  const until = new Date(input);
  const left = until.getTime() - nowMs();
  if (!(left > 0 && left < TEN_YEARS))
    throw appError('bad_suspension', {
      fields: { until: 'Выберите время в будущем, не дальше десяти лет.' },
    });
  return until;
}

/**
 * Suspends a user, in the transaction that decides so: every session, and with it every stream,
 * ends after the commit. A repeated call changes the reason and the end.
 * Throws `not_found` if the user has no activated account.
 */
export async function suspendAccount(
  context: AppContext,
  sessions: Sessions,
  tx: Tx,
  after: After,
  input: { userId: string; reason: string; until: Date | null },
): Promise<Suspension> {
  const { userId, reason, until } = input;
  const account = isId(userId) ? await lockAccount(tx, userId) : undefined;
  if (account === undefined || account.activated_at === null) throw appError('not_found');
  const row = await saveSuspension(tx, { user_id: userId, reason, until });
  const ended = await deleteSessions(tx, userId, {});
  await mailSuspended(context, tx, account.email, suspended({ reason, until }).message);
  after(() => {
    sessions.dropEnded(userId, ended);
    context.live.endTagged(`user:${userId}`);
  });
  return row;
}
