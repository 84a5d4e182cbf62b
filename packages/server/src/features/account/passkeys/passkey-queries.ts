import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';

export type PasskeyRow = {
  id: string;
  user_id: string;
  name: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
  created_at: Date;
  used_at: Date | null;
};
const columns = [
  'id',
  'user_id',
  'name',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'created_at',
  'used_at',
] as const;

/** Returns the passkeys of a user, newest first. There are few (`PASSKEYS.each`). */
export const listPasskeys = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkeys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
/** Returns undefined if some account has a passkey with this credential id already. */
export const insertPasskey = (
  tx: Tx,
  row: Omit<PasskeyRow, 'created_at' | 'used_at'>,
): Promise<PasskeyRow | undefined> =>
  tx
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(columns)
    .executeTakeFirst();
/** Returns false if the user has no such passkey. */
export const deletePasskey = async (tx: Tx, userId: string, id: string): Promise<boolean> =>
  (
    await tx
      .deleteFrom('passkeys')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
  ).numDeletedRows === 1n;
/** Deletes the passkeys of a user, or those added after a time. Returns how many. */
export const deletePasskeys = async (tx: Tx, userId: string, since?: Date): Promise<number> => {
  let query = tx.deleteFrom('passkeys').where('user_id', '=', userId);
  if (since !== undefined) query = query.where('created_at', '>', since);
  return Number((await query.executeTakeFirst()).numDeletedRows);
};
export const findPasskeyOwner = async (db: Db, credentialId: Buffer): Promise<string | undefined> =>
  (
    await db
      .selectFrom('passkeys')
      .select('user_id')
      .where('credential_id', '=', credentialId)
      .executeTakeFirst()
  )?.user_id;
export const lockPasskey = (tx: Tx, credentialId: Buffer): Promise<PasskeyRow | undefined> =>
  tx
    .selectFrom('passkeys')
    .select(columns)
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst();
export const setPasskeyUsed = (tx: Tx, id: string, counter: number) =>
  tx
    .updateTable('passkeys')
    .set({ counter, used_at: sql`now()` })
    .where('id', '=', id)
    .execute();

/** Stores a challenge, in place of the user's former one, and deletes expired ones. */
export async function insertChallenge(
  tx: Tx,
  row: { hash: Buffer; user_id: string | null; dies_at: Date },
): Promise<void> {
  await tx
    .deleteFrom('passkey_challenges')
    .where((e) =>
      e.or([
        e('dies_at', '<', sql<Date>`now()`),
        ...(row.user_id === null ? [] : [e('user_id', '=', row.user_id)]),
      ]),
    )
    .execute();
  await tx.insertInto('passkey_challenges').values(row).execute();
}
/** Consumes a challenge of a user, or of a sign-in (null). Only one caller gets true. */
export const takeChallenge = async (
  db: Db,
  hash: Buffer,
  userId: string | null,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('hash', '=', hash)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('dies_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numDeletedRows === 1n;
};
