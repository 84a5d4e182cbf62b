import { sql } from 'kysely';
import { OWN_PLAN, type Db, type Tx } from '#platform/database/db.ts';

export type AccountRow = {
  id: string;
  email: string;
  password_hash: string;
  activated_at: Date | null;
};
const columns = ['id', 'email', 'password_hash', 'activated_at'] as const;

export const findAccountByEmail = (db: Db, email: string): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').select(columns).where('email', '=', email).executeTakeFirst();
export const findAccount = (db: Db, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').select(columns).where('id', '=', id).executeTakeFirst();
export const lockAccount = (tx: Tx, id: string): Promise<AccountRow | undefined> =>
  tx.selectFrom('accounts').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

/** Locks an account against changes while a session of it starts. */
export const lockAccountForSession = (tx: Tx, id: string): Promise<AccountRow | undefined> =>
  tx.selectFrom('accounts').select(columns).where('id', '=', id).forShare().executeTakeFirst();
export type AccountFacts = {
  id: string;
  email: string;
  activated_at: Date | null;
  created_at: Date;
};
export const findAccountsFor = (db: Db, ids: string[]): Promise<AccountFacts[]> =>
  db
    .selectFrom('accounts')
    .select(['id', 'email', 'activated_at', 'created_at'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
/** Returns accounts whose address starts with a prefix, in address order, after `before`. */
export async function pickByEmail(
  db: Db,
  beginning: string,
  page: { before?: string | undefined; limit: number },
): Promise<string[]> {
  const like = `${beginning.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  const { rows } = await sql<{
    id: string;
  }>`
    ${OWN_PLAN}
    select id
    from accounts
    where email like ${like} ${
      page.before === undefined
        ? sql``
        : sql`
        and email ~>~ (select email from accounts where id = ${page.before})
      `
    }
    order by email using ~<~
    limit ${page.limit}
  `.execute(db);
  return rows.map((row) => row.id);
}

/** Returns false if the address is taken. */
export async function insertAccount(
  tx: Tx,
  row: { id: string; email: string; password_hash: string },
): Promise<boolean> {
  const done = await tx
    .insertInto('accounts')
    .values({ ...row, activated_at: null, seen_on: null })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}
export const deleteAccount = (tx: Tx, id: string) =>
  tx.deleteFrom('accounts').where('id', '=', id).execute();
export const deleteWaitingAccount = (tx: Tx, email: string) =>
  tx.deleteFrom('accounts').where('email', '=', email).where('activated_at', 'is', null).execute();
/**
 * Deletes accounts created before a time that were never activated and whose activation links have
 * all expired.
 */
export const deleteOldWaitingAccounts = (db: Db, before: Date) =>
  db
    .deleteFrom('accounts')
    .where('activated_at', 'is', null)
    .where('created_at', '<', before)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('account_links')
            .select('hash')
            .whereRef('user_id', '=', 'accounts.id')
            .where('kind', '=', 'activate')
            .where('dies_at', '>', sql<Date>`now()`),
        ),
      ),
    )
    .execute();
export const setPassword = (tx: Tx, id: string, hash: string) =>
  tx.updateTable('accounts').set({ password_hash: hash }).where('id', '=', id).execute();
export async function setActivated(tx: Tx, id: string): Promise<boolean> {
  const done = await tx
    .updateTable('accounts')
    .set({ activated_at: sql`now()` })
    .where('id', '=', id)
    .where('activated_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export const insertLink = (
  tx: Tx,
  row: { hash: Buffer; user_id: string; kind: string; email: string | null; dies_at: Date },
) => tx.insertInto('account_links').values(row).execute();
export const findLink = (db: Db, hash: Buffer, kind: string) =>
  db
    .selectFrom('account_links')
    .select(['user_id', 'email'])
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('dies_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
/** Consumes a link and returns its owner, to one caller only. */
export const takeLink = (tx: Tx, hash: Buffer, kind: string) =>
  tx
    .deleteFrom('account_links')
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('dies_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'email', 'created_at'])
    .executeTakeFirst();
export const deleteLinks = (tx: Tx, userId: string, kind: string) =>
  tx.deleteFrom('account_links').where('user_id', '=', userId).where('kind', '=', kind).execute();
export const deleteLinksSince = (tx: Tx, userId: string, kind: string, since: Date) =>
  tx
    .deleteFrom('account_links')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .execute();
export const deleteDeadLinks = (db: Db) =>
  db
    .deleteFrom('account_links')
    .where('dies_at', '<', sql<Date>`now()`)
    .execute();
