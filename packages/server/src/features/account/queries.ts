import { sql } from 'kysely';
import { OWN_PLAN, type Db, type Tx } from '#platform/database/db.ts';

const UNIQUE_VIOLATION = '23505';

export type AccountRow = {
  id: string;
  email: string;
  password_hash: string;
  activated_at: Date | null;
};
const columns = ['id', 'email', 'password_hash', 'activated_at'] as const;

/** Returns the activated account of an address. Registrations that wait are not its owner. */
export const findAccountByEmail = (db: Db, email: string): Promise<AccountRow | undefined> =>
  db
    .selectFrom('accounts')
    .select(columns)
    .where('email', '=', email)
    .where('activated_at', 'is not', null)
    .executeTakeFirst();
/** Returns the newest registrations of an address that wait for activation. */
export const pickWaitingAccounts = (db: Db, email: string, limit: number): Promise<AccountRow[]> =>
  db
    .selectFrom('accounts')
    .select(columns)
    .where('email', '=', email)
    .where('activated_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
/** Locks every account of an address, in an order that two callers share. */
export const lockAccountsOf = (tx: Tx, email: string): Promise<AccountRow[]> =>
  tx
    .selectFrom('accounts')
    .select(columns)
    .where('email', '=', email)
    .orderBy('id')
    .forUpdate()
    .execute();
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

export const insertAccount = (
  tx: Tx,
  row: { id: string; email: string; password_hash: string; registered_from: string },
) =>
  tx
    .insertInto('accounts')
    .values({ ...row, activated_at: null, seen_on: null })
    .execute();
export const deleteAccount = (tx: Tx, id: string) =>
  tx.deleteFrom('accounts').where('id', '=', id).execute();
/** Deletes the registrations of an address that wait for activation. Returns their ids. */
export const deleteWaitingAccounts = async (tx: Tx, email: string): Promise<string[]> =>
  (
    await tx
      .deleteFrom('accounts')
      .where('email', '=', email)
      .where('activated_at', 'is', null)
      .returning('id')
      .execute()
  ).map(({ id }) => id);
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
/**
 * Activates an account. Returns false if an activated one has the address; the transaction must
 * then be aborted.
 */
export const setActivated = (tx: Tx, id: string): Promise<boolean> =>
  isUnique(
    tx
      .updateTable('accounts')
      .set({ activated_at: sql`now()`, registered_from: '' })
      .where('id', '=', id)
      .execute(),
  );
/** Returns false if the write met a unique index; other errors are thrown. */
export async function isUnique(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

export type ActivationRow = AccountRow & { used_at: Date | null };
/** Returns the account that an activation link was emailed for, whether the link is used or not. */
export const findActivation = (db: Db, hash: Buffer): Promise<ActivationRow | undefined> =>
  db
    .selectFrom('account_links as l')
    .innerJoin('accounts as a', 'a.id', 'l.user_id')
    .select(['a.id', 'a.email', 'a.password_hash', 'a.activated_at', 'l.used_at'])
    .where('l.hash', '=', hash)
    .where('l.kind', '=', 'activate')
    .where('l.dies_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
/** Marks every activation link of an account as used. */
export const useActivationLinks = (tx: Tx, userId: string) =>
  tx
    .updateTable('account_links')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('kind', '=', 'activate')
    .execute();
/** Returns where an account was registered from, and when. */
export const getOrigin = (db: Db, id: string) =>
  db
    .selectFrom('accounts')
    .select(['registered_from', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

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
