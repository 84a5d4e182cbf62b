import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';

export type ObjectKind = 'userpost' | 'userphoto' | 'publicpost' | 'video' | 'game';
/** Returns the URL segment of a kind's page. */
export const pageOf = (kind: string): string => (kind === 'game' ? 'app' : kind);
export type ObjectRow = {
  id: string;
  kind: ObjectKind;
  owner_id: string | null;
  likes: number;
  comments: number;
};
export const insertObject = (tx: Tx, id: string, kind: ObjectKind, ownerId: string | null) =>
  tx.insertInto('reaction_objects').values({ id, kind, owner_id: ownerId }).execute();
export const deleteObjects = (tx: Tx, ids: string[]) =>
  tx
    .deleteFrom('reaction_objects')
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
export const findObject = (db: Db | Tx, id: string): Promise<ObjectRow | undefined> =>
  db
    .selectFrom('reaction_objects')
    .select(['id', 'kind', 'owner_id', 'likes', 'comments'])
    .where('id', '=', id)
    .executeTakeFirst() as Promise<ObjectRow | undefined>;
export const isLiked = async (db: Db, userId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('likes')
    .select('user_id')
    .where('object_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;
/** Locks the object, so that likes and comments on it happen one after another. */
export const lockObject = (tx: Tx, id: string): Promise<ObjectRow | undefined> =>
  tx
    .selectFrom('reaction_objects')
    .select(['id', 'kind', 'owner_id', 'likes', 'comments'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst() as Promise<ObjectRow | undefined>;
export const countReaction = async (
  tx: Tx,
  id: string,
  counter: 'likes' | 'comments',
  by: number,
): Promise<number> =>
  (
    await sql<{
      count: number;
    }>`
      update reaction_objects
      set ${sql.ref(counter)} = ${sql.ref(counter)} + ${by}
      where id = ${id}
      returning ${sql.ref(counter)} as count
    `.execute(tx)
  ).rows[0]!.count;
/** Returns all objects of a user that can be liked or commented. */
export const listObjectsOf = async (tx: Tx, ownerId: string): Promise<string[]> =>
  (
    await tx.selectFrom('reaction_objects').select('id').where('owner_id', '=', ownerId).execute()
  ).map((row) => row.id);
