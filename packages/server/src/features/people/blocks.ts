import { sql } from 'kysely';
import { PAGE_SIZES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import { readPage } from '#platform/database/paging.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import * as queries from './queries.ts';
import { deleteFriendship, deleteRequest, lockPair } from './relations.ts';

const blockersOf = statement<{ id: string }, [viewerId: string, ids: string[]]>(
  'select blocker_id as id from blocks where blocked_id = $1 and blocker_id = any($2::uuid[])',
);
/** Returns those of the given users who block the viewer. */
export const findBlockers = async (db: Db, viewerId: string, ids: string[]): Promise<string[]> =>
  ids.length === 0 ? [] : (await blockersOf(db, viewerId, ids)).map((row) => row.id);

const blockedBy = statement<{ id: string }, [viewerId: string, ids: string[]]>(
  'select blocked_id as id from blocks where blocker_id = $1 and blocked_id = any($2::uuid[])',
);
/** Returns those of the given users whom the viewer blocks. */
export const findBlocked = async (db: Db, viewerId: string, ids: string[]): Promise<Set<string>> =>
  new Set(ids.length === 0 ? [] : (await blockedBy(db, viewerId, ids)).map((row) => row.id));

/** Returns the friends who have muted a user. */
export const findMuters = async (db: Db, mutedId: string): Promise<Set<string>> =>
  new Set(
    (
      await sql<{ id: string }>`
        select m.muter_id as id
        from mutes m
        join friendships f on f.user_id = m.muted_id and f.friend_id = m.muter_id
        where m.muted_id = ${mutedId}
      `.execute(db)
    ).rows.map((row) => row.id),
  );

export type BlockState = { byMe: boolean; byThem: boolean; isMuted: boolean };
const stateBetween = statement<BlockState, [me: string, other: string]>(`
  select exists (
    select
    from blocks
    where blocker_id = $1 and blocked_id = $2
  ) as "byMe",
    exists (
      select
      from blocks
      where blocker_id = $2 and blocked_id = $1
    ) as "byThem",
    exists (select from mutes where muter_id = $1 and muted_id = $2) as "isMuted"
`);
/** Returns the block and mute state between two users. */
export const findBlockState = async (db: Db, me: string, other: string): Promise<BlockState> =>
  (await stateBetween(db, me, other))[0]!;

async function getOther(tx: Tx, me: string, other: string): Promise<void> {
  if (me === other) throw appError('self');
  if (!isId(other) || (await lockPair(tx, me, other)).length < 2) throw appError('not_found');
}
/**
 * Blocks a user: ends friendship and requests, and what features of higher layers keep between the
 * two. Idempotent. Throws `self`, `not_found`.
 */
export const blockPerson = (context: AppContext, viewer: Viewer, other: string): Promise<void> =>
  transaction(context, async (tx, after) => {
    await getOther(tx, viewer.id, other);
    const { rows } = await sql`
        insert into blocks (blocker_id, blocked_id, id)
        values (${viewer.id}, ${other}, ${newId()})
        on conflict do nothing
        returning 1
      `.execute(tx);
    if (rows.length === 0) return;
    await deleteFriendship(tx, viewer.id, other);
    await deleteRequest(tx, viewer.id, other);
    await deleteRequest(tx, other, viewer.id);
    await context.signals.emit('personBlocked', { tx, after, by: viewer.id, other });
    after(() => {
      for (const [who, whom] of [
        [viewer.id, other],
        [other, viewer.id],
      ] as const)
        context.live.publish(`user:${who}`, {
          data: { type: 'relation', userId: whom, relation: 'none' },
        });
    });
  });
export async function unblockPerson(
  context: AppContext,
  viewer: Viewer,
  other: string,
): Promise<void> {
  if (!isId(other)) return;
  await context.db
    .deleteFrom('blocks')
    .where('blocker_id', '=', viewer.id)
    .where('blocked_id', '=', other)
    .execute();
  context.live.publish(`user:${viewer.id}`, {
    data: { type: 'relation', userId: other, relation: 'none' },
  });
}
/**
 * Hides a user's posts and notifications from the viewer only. Idempotent. Throws `self`,
 * `not_found`.
 */
export const mutePerson = (context: AppContext, viewer: Viewer, other: string): Promise<void> =>
  transaction(context, async (tx) => {
    await getOther(tx, viewer.id, other);
    await tx
      .insertInto('mutes')
      .values({ muter_id: viewer.id, muted_id: other, id: newId() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
export async function unmutePerson(
  context: AppContext,
  viewer: Viewer,
  other: string,
): Promise<void> {
  if (isId(other))
    await context.db
      .deleteFrom('mutes')
      .where('muter_id', '=', viewer.id)
      .where('muted_id', '=', other)
      .execute();
}

const blockedCount = statement<{ count: number }, [viewerId: string, most: number]>(`
  select count(*)::int as count
  from (
    select
    from blocks
    where blocker_id = $1
    limit $2
  ) mine
`);
/** Returns how many users the viewer has blocked, at most `most`. */
export const countBlocked = async (db: Db, viewerId: string, most: number): Promise<number> =>
  (await blockedCount(db, viewerId, most))[0]!.count;

const LISTS = {
  blocks: { mine: 'blocker_id', theirs: 'blocked_id' },
  mutes: { mine: 'muter_id', theirs: 'muted_id' },
} as const;
/**
 * Returns a page of the users whom the viewer blocked or muted, newest first. `before` is the last
 * person that the caller has seen.
 */
export async function listBlockedOrMuted(
  context: AppContext,
  viewer: Viewer,
  list: keyof typeof LISTS,
  before?: string,
) {
  const [table, mine, theirs] = [
    sql.table(list),
    sql.ref(LISTS[list].mine),
    sql.ref(LISTS[list].theirs),
  ];
  const { rows, isLast } = await readPage(PAGE_SIZES.people, async (limit) => {
    const { rows: picked } = await sql<{ other: string }>`
      select ${theirs} as other
      from ${table}
      where ${mine} = ${viewer.id} ${
        before === undefined
          ? sql``
          : sql`
          and id < (
            select id
            from ${table}
            where ${mine} = ${viewer.id} and ${theirs} = ${before}
          )
        `
      }
      order by id desc
      limit ${limit}
    `.execute(context.db);
    return picked;
  });
  const ids = rows.map(({ other }) => other);
  const cards = await queries.gatherCards(context.db, ids);
  return {
    // A list of blocked and muted users does not show whether they are online.
    people: ids.flatMap((id) => {
      const row = cards.get(id);
      return row === undefined
        ? []
        : [
            {
              _id: id,
              name: row.name,
              surname: row.surname,
              avatarUrl: row.avatar_url,
              isOnline: false,
            },
          ];
    }),
    isLast,
  };
}
