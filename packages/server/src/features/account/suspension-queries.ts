import { sql } from 'kysely';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import { newId } from '#platform/runtime/ids.ts';

/** `until` is null for a permanent suspension. */
export type Suspension = { reason: string; until: Date | null; since: Date };
export type SuspensionRow = Suspension & { user_id: string; id: string };
const COLUMNS = 'user_id, id, reason, until, created_at as since';
const HOLDS = '(until is null or until > now())';

/**
 * Returns the SQL condition that the user in a column is currently suspended; their content is then
 * excluded from search and lists.
 */
export const suspendedNow = (column: string): string =>
  `exists (select from suspensions where suspensions.user_id = ${column} and ${HOLDS})`;
/**
 * The subquery of all suspended users, for a statement over so many rows that it is better to
 * collect these once.
 */
export const ALL_SUSPENDED = `
  select user_id
  from suspensions
  where ${HOLDS}
`;

const ofPeople = statement<SuspensionRow, [ids: string[]]>(
  `
    select ${COLUMNS}
    from suspensions
    where user_id = any($1::uuid[]) and ${HOLDS}
  `,
);
/** Returns the currently suspended users among some people. */
export const gatherSuspensions = async (
  db: Db,
  ids: string[],
): Promise<Map<string, SuspensionRow>> =>
  ids.length === 0
    ? new Map()
    : new Map((await ofPeople(db, ids)).map((row) => [row.user_id, row]));
/** Returns the reason and the end of a user's suspension; undefined if there is none. */
export const findSuspension = async (db: Db, userId: string): Promise<Suspension | undefined> =>
  (await ofPeople(db, [userId]))[0];
/** Returns suspended users, newest first. */
export async function pickSuspended(
  db: Db,
  page: { before?: string | undefined; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{
    user_id: string;
  }>`
    select user_id
    from suspensions
    where ${sql.raw(HOLDS)} ${
      page.before === undefined
        ? sql``
        : sql`
        and id < (select id from suspensions where user_id = ${page.before})
      `
    }
    order by id desc
    limit ${page.limit}
  `.execute(db);
  return rows.map((row) => row.user_id);
}
/** Stores a suspension, or replaces the reason and the end of an existing one. */
export const saveSuspension = (
  tx: Tx,
  row: { user_id: string; reason: string; until: Date | null },
): Promise<Suspension> =>
  tx
    .insertInto('suspensions')
    .values({ ...row, id: newId() })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ id: newId(), reason: row.reason, until: row.until, created_at: sql`now()` }),
    )
    .returning(['reason', 'until', 'created_at as since'])
    .executeTakeFirstOrThrow();
/** Returns false if the user was not suspended. */
export const deleteSuspension = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.deleteFrom('suspensions').where('user_id', '=', userId).executeTakeFirst())
    .numDeletedRows > 0n;
export const deleteEndedSuspensions = (db: Db) =>
  db
    .deleteFrom('suspensions')
    .where('until', '<', sql<Date>`now()`)
    .execute();
