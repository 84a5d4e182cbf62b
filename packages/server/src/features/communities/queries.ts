import { sql } from 'kysely';
import { containing } from '#platform/database/like-search.ts';
import { OWN_PLAN, statement, type Db, type Tx } from '#platform/database/db.ts';
import type { MentionItem } from '#features/people/service.ts';
import { lockRow } from '#platform/database/row-locks.ts';

export type CardRow = {
  id: string;
  name: string;
  description: string;
  avatar_url: string;
  subscribers_count: number;
};
export type CommunityRow = CardRow & {
  banner_url: string;
  admin_id: string;
  posts_count: number;
  created_at: Date;
  /** Since when everyone reads it, also without signing in; null: members only. */
  opened_at: Date | null;
  mentions: MentionItem[];
};
export type MembershipRow = CommunityRow & {
  is_subscriber: boolean;
  is_editor: boolean;
  is_banned: boolean;
};
const card = ['id', 'name', 'description', 'avatar_url', 'subscribers_count'] as const;
const columns = [
  ...card,
  'banner_url',
  'admin_id',
  'posts_count',
  'created_at',
  'opened_at',
  'mentions',
] as const;

export const insertCommunity = (
  tx: Tx,
  row: {
    id: string;
    name: string;
    description: string;
    avatar_url: string;
    banner_url: string;
    admin_id: string;
    opened_at: Date | null;
    mentions: MentionItem[];
  },
) =>
  tx
    .insertInto('publics')
    .values({ ...row, mentions: JSON.stringify(row.mentions) })
    .execute();
export type CommunityChange = Partial<
  Pick<
    CommunityRow,
    'name' | 'description' | 'mentions' | 'avatar_url' | 'banner_url' | 'admin_id' | 'opened_at'
  >
>;
export const updateCommunity = (tx: Tx, id: string, { mentions, ...change }: CommunityChange) =>
  tx
    .updateTable('publics')
    .set({ ...change, ...(mentions && { mentions: JSON.stringify(mentions) }) })
    .where('id', '=', id)
    .execute();
export const deleteCommunity = (tx: Tx, id: string) =>
  tx.deleteFrom('publics').where('id', '=', id).execute();

const membership = `
  select ${columns.map((name) => `p.${name}`).join(', ')},
    exists (
      select
      from public_subscriptions
      where public_id = p.id and user_id = $2::uuid
    ) as is_subscriber,
    exists (
      select
      from public_editors
      where public_id = p.id and user_id = $2::uuid
    ) as is_editor,
    exists (
      select
      from public_bans
      where public_id = p.id and user_id = $2::uuid
    ) as is_banned
  from publics p
  where p.id = $1
`;
const oneFor = statement<MembershipRow, [id: string, viewerId: string | null]>(membership);
/** Returns a community with the viewer's membership. */
export const findCommunity = async (
  db: Db | Tx,
  id: string,
  viewerId: string | null,
): Promise<MembershipRow | undefined> => (await oneFor(db, id, viewerId))[0];
/**
 * Locks a community, so that changes to it happen one after another; then returns it with the
 * viewer's membership.
 */
export async function lockCommunity(
  tx: Tx,
  id: string,
  viewerId: string,
): Promise<MembershipRow | undefined> {
  if (!(await lockRow(tx, 'publics', id))) return undefined;
  return oneFor(tx, id, viewerId).then((rows) => rows[0]);
}
const someCards = statement<
  CardRow & { is_subscriber: boolean },
  [ids: string[], viewerId: string]
>(`
  select ${card.join(', ')},
    exists (
      select
      from public_subscriptions
      where public_id = publics.id and user_id = $2
    ) as is_subscriber
  from publics
  where id = any($1::uuid[])
`);
export async function gatherCommunities(
  db: Db,
  viewerId: string,
  ids: string[],
): Promise<Map<string, CardRow & { is_subscriber: boolean }>> {
  return new Map(
    (ids.length === 0 ? [] : await someCards(db, ids, viewerId)).map((row) => [row.id, row]),
  );
}
export const countLed = async (tx: Tx, userId: string): Promise<number> =>
  (
    await sql<{
      count: number;
    }>`
      select count(*)::int as count
      from publics
      where admin_id = ${userId}
    `.execute(tx)
  ).rows[0]!.count;
const ledBy = statement<{ id: string }, [userId: string]>(`
  select id
  from (
    select id, 0 as place
    from publics
    where admin_id = $1
    union all
    select public_id, 1
    from public_editors
    where user_id = $1
  ) as mine
  order by place, id desc
  limit 200
`);
/** Returns the communities that a user leads, then those that they edit. */
export const pickOwn = async (db: Db, userId: string): Promise<string[]> =>
  (await ledBy(db, userId)).map((row) => row.id);

const runBy = statement<{ id: string }, [ids: string[], userId: string]>(`
  select id
  from publics
  where id = any($1::uuid[])
    and (
      admin_id = $2
      or exists (
        select
        from public_editors e
        where e.public_id = publics.id and e.user_id = $2
      )
    )
`);
/** Returns which of these communities a user leads or edits. */
export const pickRun = async (db: Db, ids: string[], userId: string): Promise<Set<string>> =>
  new Set((ids.length === 0 ? [] : await runBy(db, ids, userId)).map((row) => row.id));

/**
 * Returns ids of communities, the largest first; `before` is the last one that the caller has seen.
 */
export async function pickCommunities(
  db: Db,
  folded: string,
  page: { before?: string | undefined; skip: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`
    ${OWN_PLAN}
    select id
    from publics
    where ${containing(folded)} ${
      page.before === undefined
        ? sql``
        : sql`
        and (subscribers_count, id) < (
          select subscribers_count, id
          from publics
          where id = ${page.before}
        )
      `
    }
    order by subscribers_count desc, id desc
    offset ${page.skip}
    limit ${page.limit}
  `.execute(db);
  return rows.map((row) => row.id);
}
export async function countCommunities(db: Db, folded: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    ${OWN_PLAN}
    select count(*)::int as count
    from publics
    where ${containing(folded)}
  `.execute(db);
  return rows[0]!.count;
}
export const addToCounter = (
  tx: Tx,
  id: string,
  counter: 'subscribers_count' | 'posts_count',
  by: number,
) =>
  sql`
    update publics
    set ${sql.ref(counter)} = ${sql.ref(counter)} + ${by}
    where id = ${id}
  `.execute(tx);
