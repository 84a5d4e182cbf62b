import { sql } from 'kysely';
import { fault, type Fault } from '@respa/contract/faults';
import { nowMs } from '#platform/clock.ts';
import { statement, type Db, type Tx } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { isId, newId } from '#platform/ids.ts';
import type { After } from '#platform/transaction.ts';
import { mailSuspended } from './mail.ts';
import { deleteSessions, lockAccount } from './queries.ts';
import type { Sessions } from './sessions.ts';

const TEN_YEARS = 10 * 366 * 24 * 3_600_000;
/** `until` is null for ever. */
export type Suspension = { reason: string; until: Date | null; since: Date };
export type SuspensionRow = Suspension & { user_id: string; id: string };
const COLUMNS = 'user_id, id, reason, until, created_at as since';
const HOLDS = '(until is null or until > now())';
/** The condition of a statement that whoever a column names may not come in now: what they left to be found is not. */
export const suspendedNow = (column: string): string => `exists (select from suspensions where suspensions.user_id = ${column} and ${HOLDS})`;
/** All of them, for a statement that looks at so many rows that it is better to gather these once. */
export const ALL_SUSPENDED = `select user_id from suspensions where ${HOLDS}`;

const ofPeople = statement<SuspensionRow, [ids: string[]]>(`select ${COLUMNS} from suspensions where user_id = any($1::uuid[]) and ${HOLDS}`);
/** Who of some people may not come in now. */
export const gatherSuspensions = async (db: Db, ids: string[]): Promise<Map<string, SuspensionRow>> =>
  (ids.length === 0 ? new Map() : new Map((await ofPeople(db, ids)).map((row) => [row.user_id, row])));
/** Why and until when somebody may not come in; undefined for everybody else. */
export const findSuspension = async (db: Db, userId: string): Promise<Suspension | undefined> => (await ofPeople(db, [userId]))[0];
/** Who may not come in, newest first. */
export async function pickSuspended(db: Db, page: { before?: string | undefined; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`select user_id from suspensions where ${sql.raw(HOLDS)}
    ${page.before === undefined ? sql`` : sql`and id < (select id from suspensions where user_id = ${page.before})`} order by id desc limit ${page.limit}`.execute(db);
  return rows.map((row) => row.user_id);
}
export const deleteEndedSuspensions = (db: Db) => db.deleteFrom('suspensions').where('until', '<', sql<Date>`now()`).execute();
/** Throws `person_suspended` for somebody who may not come in: nobody writes to them or asks for their friendship. */
export async function assertNotSuspended(db: Db, userId: string): Promise<void> {
  if ((await findSuspension(db, userId)) !== undefined) throw fault('person_suspended');
}

const day = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Moscow' });
/** What somebody hears who may not come in: why, and until when. */
export function suspended({ reason, until }: Pick<Suspension, 'reason' | 'until'>): Fault {
  const term = until === null ? 'навсегда' : `до ${day.format(until)} по Москве`;
  return fault('suspended', { text: `Ваша страница заблокирована ${term}. Причина: ${reason}`, extra: { reason, until: until?.toISOString() ?? null } });
}
/** The end that a form asks for, null for ever. Throws `bad_suspension`. */
export function readUntil(given: string | undefined): Date | null {
  if (given === undefined || given === '') return null;
  const until = new Date(given);
  const left = until.getTime() - nowMs();
  if (!(left > 0 && left < TEN_YEARS)) throw fault('bad_suspension', { fields: { until: 'Выберите время в будущем, не дальше десяти лет.' } });
  return until;
}

/**
 * Shuts somebody out, in the transaction that decides so: every session, and with it every stream, ends after the commit. Once more, it changes reason and end.
 * Throws `not_found` for who has no activated account.
 */
export async function suspendAccount(ground: Ground, sessions: Sessions, tx: Tx, after: After, given: { userId: string; reason: string; until: Date | null }): Promise<Suspension> {
  const { userId, reason, until } = given;
  const account = isId(userId) ? await lockAccount(tx, userId) : undefined;
  if (account === undefined || account.activated_at === null) throw fault('not_found');
  const row = await tx.insertInto('suspensions').values({ user_id: userId, id: newId(), reason, until })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ id: newId(), reason, until, created_at: sql`now()` })).returning(['reason', 'until', 'created_at as since']).executeTakeFirstOrThrow();
  const ended = await deleteSessions(tx, userId, {});
  await mailSuspended(ground, tx, account.email, suspended({ reason, until }).message);
  after(() => {
    sessions.dropEnded(userId, ended);
    ground.live.endTagged(`user:${userId}`);
  });
  return row;
}
/** Lets somebody in again; answers false where nothing held them. */
export async function liftSuspension(tx: Tx, userId: string): Promise<boolean> {
  const done = await tx.deleteFrom('suspensions').where('user_id', '=', userId).executeTakeFirst();
  return done.numDeletedRows > 0n;
}
