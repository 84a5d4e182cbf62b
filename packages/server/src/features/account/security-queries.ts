import { sql } from 'kysely';
import type { Outcome } from '@respa/contract/account-security';
import { isUnique } from './queries.ts';
import type { Db, Tx } from '#platform/database/db.ts';

export type FactorRow = {
  secret: Buffer;
  confirmed_at: Date | null;
  last_step: number;
  tries: number;
  locked_until: Date | null;
  locks: number;
  mailbox_at: Date | null;
};
const FACTOR = [
  'secret',
  'confirmed_at',
  'last_step',
  'tries',
  'locked_until',
  'locks',
  'mailbox_at',
] as const;
export const findFactor = (db: Db, userId: string): Promise<FactorRow | undefined> =>
  db.selectFrom('second_factors').select(FACTOR).where('user_id', '=', userId).executeTakeFirst();
export const lockFactor = (tx: Tx, userId: string): Promise<FactorRow | undefined> =>
  tx
    .selectFrom('second_factors')
    .select(FACTOR)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
/** Stores a secret that is not active yet; returns false if a factor is active. */
export async function beginFactor(tx: Tx, userId: string, secret: Buffer): Promise<boolean> {
  const fresh = {
    secret,
    confirmed_at: null,
    last_step: 0,
    tries: 0,
    locked_until: null,
    locks: 0,
    mailbox_at: null,
  };
  const done = await tx
    .insertInto('second_factors')
    .values({ user_id: userId, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(fresh)
        .where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}
/** Returns the factors whose secret has this length: sealed ones are longer. */
export const lockPlainFactors = (tx: Tx, length: number) =>
  tx
    .selectFrom('second_factors')
    .select(['user_id', 'secret'])
    .where(sql<number>`octet_length(secret)`, '=', length)
    .forUpdate()
    .execute();
export const setFactorSecret = (tx: Tx, userId: string, secret: Buffer) =>
  tx.updateTable('second_factors').set({ secret }).where('user_id', '=', userId).execute();
export const confirmFactor = (tx: Tx, userId: string) =>
  tx
    .updateTable('second_factors')
    .set({ confirmed_at: sql`now()` })
    .where('user_id', '=', userId)
    .execute();
/** Notes that the owner of the mailbox confirmed the factor. */
export const confirmFactorByMail = (tx: Tx, userId: string) =>
  tx
    .updateTable('second_factors')
    .set({ mailbox_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .execute();
/**
 * Deletes a factor that the owner of the mailbox never confirmed. Returns whether there was one.
 */
export const deleteUnconfirmedFactor = async (tx: Tx, userId: string): Promise<boolean> =>
  (
    await tx
      .deleteFrom('second_factors')
      .where('user_id', '=', userId)
      .where('mailbox_at', 'is', null)
      .returning('confirmed_at')
      .execute()
  ).some(({ confirmed_at: confirmed }) => confirmed !== null);
export const deleteFactor = (tx: Tx, userId: string) =>
  tx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
/** Deletes a factor that was begun or activated after a time. */
export const deleteFactorSince = (tx: Tx, userId: string, since: Date) =>
  tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where((e) => e.or([e('confirmed_at', 'is', null), e('confirmed_at', '>', since)]))
    .execute();
export const takeStep = (tx: Tx, userId: string, step: number) =>
  tx
    .updateTable('second_factors')
    .set({ last_step: step, tries: 0, locks: 0, locked_until: null })
    .where('user_id', '=', userId)
    .execute();
export const setTries = (
  tx: Tx,
  userId: string,
  { tries, locks, lockedUntil = null }: { tries: number; locks: number; lockedUntil?: Date | null },
) =>
  tx
    .updateTable('second_factors')
    .set({ tries, locks, locked_until: lockedUntil })
    .where('user_id', '=', userId)
    .execute();
export async function replaceCodes(tx: Tx, userId: string, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute();
}
/** Consumes a recovery code; returns false if it does not exist. */
export const takeRecoveryCode = async (tx: Tx, userId: string, hash: Buffer): Promise<boolean> =>
  (
    await tx
      .deleteFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where('hash', '=', hash)
      .executeTakeFirst()
  ).numDeletedRows === 1n;
export const countCodes = async (db: Db, userId: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('recovery_codes')
        .select((e) => e.fn.countAll().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
    ).count,
  );

export const insertChallenge = (tx: Tx, row: { hash: Buffer; user_id: string; dies_at: Date }) =>
  tx.insertInto('login_challenges').values(row).execute();
export const findChallenge = async (db: Db, hash: Buffer): Promise<string | undefined> =>
  (
    await db
      .selectFrom('login_challenges')
      .select('user_id')
      .where('hash', '=', hash)
      .where('dies_at', '>', sql<Date>`now()`)
      .executeTakeFirst()
  )?.user_id;
/** Consumes a challenge; only one caller gets true. */
export const takeChallenge = async (tx: Tx, hash: Buffer): Promise<boolean> =>
  (await tx.deleteFrom('login_challenges').where('hash', '=', hash).executeTakeFirst())
    .numDeletedRows === 1n;
export const deleteChallenges = (tx: Tx, userId: string) =>
  tx.deleteFrom('login_challenges').where('user_id', '=', userId).execute();
export const deleteDeadChallenges = (db: Db) =>
  db
    .deleteFrom('login_challenges')
    .where('dies_at', '<', sql<Date>`now()`)
    .execute();

export type SignInRow = {
  id: string;
  device: string;
  address: string;
  outcome: Outcome;
  created_at: Date;
};
/**
 * Inserts a sign-in. Failures, which others may cause, are stored only while there are fewer than
 * `most.count` rows from `most.since` on.
 */
export async function insertSignIn(
  db: Db,
  row: { id: string; user_id: string; device: string; address: string; outcome: Outcome },
  most: { count: number; since: string },
): Promise<void> {
  await sql`
    insert into sign_ins (id, user_id, device, address, outcome)
    select ${row.id}::uuid, ${row.user_id}::uuid, ${row.device}, ${row.address}, ${row.outcome}
    where ${row.outcome} = 'in'
      or (
        select count(*)
        from (
          select
          from sign_ins
          where user_id = ${row.user_id} and id > ${most.since}
          limit ${most.count}
        ) recent
      ) < ${most.count}
  `.execute(db);
}
export function pickSignIns(
  db: Db,
  userId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<SignInRow[]> {
  let query = db
    .selectFrom('sign_ins')
    .select(['id', 'device', 'address', 'outcome', 'created_at'])
    .where('user_id', '=', userId);
  if (before !== undefined) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute() as Promise<SignInRow[]>;
}
export const deleteOldSignIns = (db: Db, before: string) =>
  db.deleteFrom('sign_ins').where('id', '<', before).execute();

/** Returns the address that waits for its emailed link. */
export const findPendingEmail = async (db: Db, userId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('account_links')
      .select('email')
      .where('user_id', '=', userId)
      .where('kind', '=', 'email')
      .where('dies_at', '>', sql<Date>`now()`)
      .executeTakeFirst()
  )?.email ?? null;
/** Returns false if another account has the address; the transaction must then be aborted. */
export const setEmail = (tx: Tx, userId: string, email: string): Promise<boolean> =>
  isUnique(tx.updateTable('accounts').set({ email }).where('id', '=', userId).execute());

export const findDevice = (db: Db, userId: string, hash: Buffer) =>
  db
    .selectFrom('known_devices')
    .select('used_at')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst();
export const hasDevices = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('known_devices')
    .select('hash')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()) !== undefined;
/** Returns where the newest successful sign-ins came from. */
export const pickOrigins = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('sign_ins')
    .select(['device', 'address'])
    .where('user_id', '=', userId)
    .where('outcome', '=', 'in')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
export const saveDevice = (tx: Tx, userId: string, hash: Buffer) =>
  tx
    .insertInto('known_devices')
    .values({ user_id: userId, hash })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'hash']).doUpdateSet({ used_at: sql`now()` }),
    )
    .execute();
/** Keeps the most recently used devices of a user. */
export const deleteDevicesBeyond = (tx: Tx, userId: string, count: number) =>
  tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('hash', 'in', (e) =>
      e
        .selectFrom('known_devices')
        .select('hash')
        .where('user_id', '=', userId)
        .orderBy('used_at', 'desc')
        .orderBy('hash')
        .offset(count),
    )
    .execute();
export const deleteDevices = (tx: Tx, userId: string) =>
  tx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
