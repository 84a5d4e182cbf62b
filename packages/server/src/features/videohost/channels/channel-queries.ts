import { sql, type RawBuilder } from 'kysely';
import type { Category } from '@respa/contract/videohost';
import { LAST_ID } from '#platform/database/paging.ts';
import { containing } from '#platform/database/like-search.ts';
import { OWN_PLAN, statement, type Db, type Tx } from '#platform/database/db.ts';
import type { MentionItem } from '#features/people/service.ts';
import { lockRow } from '#platform/database/row-locks.ts';
import { findWords, greatestWith } from '#platform/database/word-search.ts';

export type ChannelRow = {
  id: string;
  name: string;
  description: string;
  category: Category;
  avatar_url: string;
  banner_url: string;
  admin_id: string;
  subscribers_count: number;
  videos_count: number;
  created_at: Date;
  mentions: MentionItem[];
};
export type RelationshipRow = ChannelRow & { is_subscriber: boolean; is_helper: boolean };
const columns = [
  'id',
  'name',
  'description',
  'category',
  'avatar_url',
  'banner_url',
  'admin_id',
  'subscribers_count',
  'videos_count',
  'created_at',
  'mentions',
] as const;
const listed = columns.map((name) => `c.${name}`).join(', ');
const relationship = `${listed}, exists (select from channel_subscriptions where channel_id = c.id and user_id = $2::uuid) as is_subscriber,
  exists (select from channel_helpers where channel_id = c.id and user_id = $2::uuid) as is_helper`;
/** Excludes channels whose owner blocks the viewer. */
const unlessBlocked = (viewerId: string) =>
  sql`not exists (select from blocks where blocker_id = c.admin_id and blocked_id = ${viewerId})`;

export const insertChannel = async (
  tx: Tx,
  row: Pick<
    ChannelRow,
    | 'id'
    | 'name'
    | 'description'
    | 'mentions'
    | 'category'
    | 'avatar_url'
    | 'banner_url'
    | 'admin_id'
  >,
): Promise<boolean> =>
  (
    await tx
      .insertInto('video_channels')
      .values({ ...row, mentions: JSON.stringify(row.mentions) })
      .onConflict((conflict) => conflict.column('admin_id').doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows === 1n;
export type ChannelChange = Partial<
  Pick<ChannelRow, 'name' | 'description' | 'mentions' | 'category' | 'avatar_url' | 'banner_url'>
>;
export const updateChannel = (tx: Tx, id: string, { mentions, ...change }: ChannelChange) =>
  tx
    .updateTable('video_channels')
    .set({ ...change, ...(mentions && { mentions: JSON.stringify(mentions) }) })
    .where('id', '=', id)
    .execute();
export const deleteChannel = (tx: Tx, id: string) =>
  tx.deleteFrom('video_channels').where('id', '=', id).execute();

const oneFor = statement<RelationshipRow, [id: string, viewerId: string | null]>(`
  select ${relationship}
  from video_channels c
  where c.id = $1
    and not exists (
      select
      from blocks
      where blocker_id = c.admin_id and blocked_id = $2::uuid
    )
`);
/** Returns a channel with the viewer's relationship to it. */
export const findChannel = async (
  db: Db | Tx,
  id: string,
  viewerId: string | null,
): Promise<RelationshipRow | undefined> => (await oneFor(db, id, viewerId))[0];
/**
 * Locks a channel, so that changes to it happen one after another; then returns it with the
 * viewer's relationship.
 */
export async function lockChannel(
  tx: Tx,
  id: string,
  viewerId: string,
): Promise<RelationshipRow | undefined> {
  if (!(await lockRow(tx, 'video_channels', id))) return undefined;
  return oneFor(tx, id, viewerId).then((rows) => rows[0]);
}
const ofAdmin = statement<{ id: string }, [userId: string]>(
  'select id from video_channels where admin_id = $1',
);
export const findOwned = async (db: Db | Tx, userId: string): Promise<string | undefined> =>
  (await ofAdmin(db, userId))[0]?.id;
const helped = statement<{ channel_id: string }, [userId: string]>(
  'select channel_id from channel_helpers where user_id = $1 order by channel_id limit 200',
);
export const pickHelped = async (db: Db, userId: string): Promise<string[]> =>
  (await helped(db, userId)).map((row) => row.channel_id);

const byName = statement<{ id: string }, [name: string, viewerId: string]>(
  'select id from video_channels where lower(name) = lower($1) order by (admin_id = $2) desc, id limit 1',
);
export const findNamed = async (
  db: Db,
  name: string,
  viewerId: string,
): Promise<string | undefined> => (await byName(db, name, viewerId))[0]?.id;
const someChannels = statement<RelationshipRow, [ids: string[], viewerId: string]>(`
  select ${relationship}
  from video_channels c
  where c.id = any($1::uuid[])
    and not exists (
      select
      from blocks
      where blocker_id = c.admin_id and blocked_id = $2
    )
`);
export const gatherChannels = async (
  db: Db,
  viewerId: string,
  ids: string[],
): Promise<Map<string, RelationshipRow>> =>
  new Map(
    (ids.length === 0 ? [] : await someChannels(db, ids, viewerId)).map((row) => [row.id, row]),
  );

export type ChannelPage = {
  folded: string;
  category?: Category | undefined;
  before?: string | undefined;
  skip: number;
  limit: number;
};
const fits = ({
  folded,
  category,
}: Pick<ChannelPage, 'folded' | 'category'>): RawBuilder<boolean> =>
  sql<boolean>`
    ${containing(folded)} ${category === undefined ? sql`` : sql`and category = ${category}`}
  `;
/**
 * Returns ids of channels, the largest first; `before` is the last one that the caller has seen. A
 * search uses the word index, unless half of the channels or more contain the words.
 */
export async function pickChannels(
  db: Db,
  viewerId: string,
  { before, skip, limit, ...what }: ChannelPage,
): Promise<string[]> {
  const words = await findWords(db, 'channel', what.folded);
  if (words?.ids.length === 0) return [];
  const found =
    words === null || words.isCommon
      ? sql<{
          id: string;
        }>`
          ${OWN_PLAN}
          select id
          from video_channels c
          where ${fits(what)}
            and ${unlessBlocked(viewerId)} ${
              before === undefined
                ? sql``
                : sql`
                and (subscribers_count, id) < (
                  select subscribers_count, id
                  from video_channels
                  where id = ${before}
                )
              `
            }
          order by subscribers_count desc, id desc
          offset ${skip}
          limit ${limit}
        `
      : greatestWith({
          words,
          from: sql`video_channels c`,
          id: sql`c.id`,
          amount: sql`c.subscribers_count`,
          fits: sql`${fits({ ...what, folded: '' })} and ${unlessBlocked(viewerId)}`,
          before,
          skip,
          limit,
        });
  return (await found.execute(db)).rows.map((row) => row.id);
}
/** Returns how many channels match, counted up to `most`: a page of the longest list. */
export async function countChannels(
  db: Db,
  what: Pick<ChannelPage, 'folded' | 'category'>,
  most: number,
): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    ${OWN_PLAN}
    select count(*)::int as count
    from (
      select
      from video_channels c
      where ${fits(what)}
      order by subscribers_count desc, id desc
      limit ${most}
    ) found
  `.execute(db);
  return rows[0]!.count;
}
export const addToCounter = (
  tx: Tx,
  id: string,
  counter: 'subscribers_count' | 'videos_count',
  by: number,
) =>
  sql`
    update video_channels
    set ${sql.ref(counter)} = ${sql.ref(counter)} + ${by}
    where id = ${id}
  `.execute(tx);
const subscribersOf = statement<
  { user_id: string; id: string },
  [channelId: string, before: string, limit: number]
>(
  'select user_id, id from channel_subscriptions where channel_id = $1 and id < $2 order by id desc limit $3',
);
const subscribedBy = statement<
  { channel_id: string; id: string },
  [userId: string, before: string, skip: number, limit: number]
>(
  'select channel_id, id from channel_subscriptions where user_id = $1 and id < $2 order by id desc offset $3 limit $4',
);
/** Returns the subscribers of a channel, newest first; `before` is a subscription's id. */
export const pickSubscribers = (
  db: Db,
  channelId: string,
  page: { before?: string | undefined; limit: number },
) => subscribersOf(db, channelId, page.before ?? LAST_ID, page.limit);
/** Returns a user's subscriptions, newest first; `before` is a subscription's id. */
export const pickSubscribed = (
  db: Db,
  userId: string,
  page: { before?: string | undefined; skip: number; limit: number },
) => subscribedBy(db, userId, page.before ?? LAST_ID, page.skip, page.limit);
