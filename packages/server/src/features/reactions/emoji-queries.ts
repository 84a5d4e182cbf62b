import { sql } from 'kysely';
import { LIKE, REACTIONS } from '@respa/contract/post-reactions';
import { LAST_ID } from '#platform/database/paging.ts';
import { statement, type Db, type Tx } from '#platform/database/db.ts';

/** How many members reacted with each emoji besides the like. */
export type EmojiCounts = Record<string, number>;
export type ShownReaction = { emoji: string; count: number; mine: boolean };

/** Returns the counts as they are shown: frequent ones first, equal ones in a fixed order. */
export const presentReactions = (counts: EmojiCounts, mine: string | null): ShownReaction[] =>
  REACTIONS.flatMap((emoji) => {
    const count = counts[emoji] ?? 0;
    return count > 0 ? [{ emoji, count, mine: emoji === mine }] : [];
  }).sort((a, b) => b.count - a.count);

const current = statement<{ emoji: string }, [objectId: string, userId: string]>(`
  select '${LIKE}' as emoji from likes where object_id = $1 and user_id = $2
  union all
  select emoji from emoji_reactions where object_id = $1 and user_id = $2
`);
/** Returns a member's reaction to an object, the like included; null without one. */
export const findReaction = async (
  db: Db | Tx,
  objectId: string,
  userId: string,
): Promise<string | null> => (await current(db, objectId, userId))[0]?.emoji ?? null;

/**
 * Adds (`by` 1) or removes (-1) a member's reaction and counts it. The caller holds the object's
 * lock and knows that there is none, or this one.
 */
export async function changeReaction(
  tx: Tx,
  objectId: string,
  userId: string,
  emoji: string,
  by: 1 | -1,
): Promise<void> {
  const table = emoji === LIKE ? 'likes' : 'emoji_reactions';
  if (by === -1)
    await tx
      .deleteFrom(table)
      .where('object_id', '=', objectId)
      .where('user_id', '=', userId)
      .execute();
  else if (emoji === LIKE)
    await tx.insertInto('likes').values({ object_id: objectId, user_id: userId }).execute();
  else
    await tx
      .insertInto('emoji_reactions')
      .values({ object_id: objectId, user_id: userId, emoji })
      .execute();
  await sql`
    update reaction_objects
    set likes = likes + ${emoji === LIKE ? by : 0}::int,
      emoji_counts = ${emoji === LIKE ? sql`emoji_counts` : sql`add_to_count(emoji_counts, ${emoji}, ${by}::int)`}
    where id = ${objectId}
  `.execute(tx);
}
/** Deletes all reactions of a user besides likes and updates the counters. */
export async function deleteEmojiOf(tx: Tx, userId: string): Promise<void> {
  await sql`
    with gone as (
      delete from emoji_reactions
      where user_id = ${userId}
      returning object_id, emoji
    )
    update reaction_objects o
    set emoji_counts = add_to_count(o.emoji_counts, gone.emoji, -1)
    from gone
    where o.id = gone.object_id
  `.execute(tx);
}

type ReactorRow = { user_id: string; emoji: string };
type Page = [objectId: string, before: string, limit: number];
const visible = (table: string) => `
  where object_id = $1
    and user_id < $2
    and not exists (
      select
      from blocks
      where blocker_id = ${table}.user_id and blocked_id = $4
    )`;
const likers = statement<ReactorRow, [...Page, viewerId: string]>(`
  select user_id, '${LIKE}' as emoji
  from likes
  ${visible('likes')}
  order by user_id desc
  limit $3
`);
const reactorsWith = statement<ReactorRow, [...Page, viewerId: string, emoji: string]>(`
  select user_id, emoji
  from emoji_reactions
  ${visible('emoji_reactions')} and emoji = $5
  order by user_id desc
  limit $3
`);
const reactors = statement<ReactorRow, [...Page, viewerId: string]>(`
  select user_id, emoji
  from emoji_reactions
  ${visible('emoji_reactions')}
  order by user_id desc
  limit $3
`);
/**
 * Returns who reacted to an object, with one emoji or with any, in the order of their ids. People
 * who block the viewer are left out.
 */
export async function pickReactors(
  db: Db,
  viewerId: string,
  objectId: string,
  page: { emoji: string | undefined; before: string | undefined; limit: number },
): Promise<ReactorRow[]> {
  const { emoji, before = LAST_ID, limit } = page;
  if (emoji === LIKE) return likers(db, objectId, before, limit, viewerId);
  if (emoji !== undefined) return reactorsWith(db, objectId, before, limit, viewerId, emoji);
  const both = await Promise.all([
    likers(db, objectId, before, limit, viewerId),
    reactors(db, objectId, before, limit, viewerId),
  ]);
  return both
    .flat()
    .sort((a, b) => (a.user_id < b.user_id ? 1 : -1))
    .slice(0, limit);
}
