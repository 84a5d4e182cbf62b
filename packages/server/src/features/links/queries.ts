import { sql } from 'kysely';
import type { LinkedKind } from '@respa/contract/link-cards';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { PostPicture } from '#features/media/service.ts';

/** What a card belongs to. */
export type Container =
  | { kind: 'message'; id: string; roomId: string }
  | { kind: 'userpost' | 'publicpost'; id: string };
export const OWNER = {
  message: 'message_id',
  userpost: 'post_id',
  publicpost: 'article_id',
} as const satisfies Record<LinkedKind, string>;

export type CardRow = {
  url_hash: Buffer;
  url: string;
  site_key: string;
  status: 'waiting' | 'ready' | 'none';
  picture: PostPicture | null;
  fetched_at: Date | null;
};
export type ShownCard = {
  id: string;
  url: string;
  site: string;
  title: string;
  text: string;
  picture: PostPicture | null;
};
const shownBy = (column: string) =>
  statement<ShownCard, [ids: string[]]>(`
    select a.${column} as id, c.url, c.site, c.title, c.text, c.picture
    from attached_links a
    join link_cards c on c.url_hash = a.url_hash
    where a.${column} = any($1::uuid[]) and a.removed_at is null and c.status = 'ready'
  `);
const SHOWN = {
  message: shownBy('message_id'),
  userpost: shownBy('post_id'),
  publicpost: shownBy('article_id'),
} as const satisfies Record<LinkedKind, unknown>;
/** Returns the cards of messages or posts; one query for a page. */
export const pickShown = (db: Db, kind: LinkedKind, ids: string[]): Promise<ShownCard[]> =>
  SHOWN[kind](db, ids);

export const findCard = (db: Db | Tx, hash: Buffer): Promise<CardRow | undefined> =>
  db
    .selectFrom('link_cards')
    .select(['url_hash', 'url', 'site_key', 'status', 'picture', 'fetched_at'])
    .where('url_hash', '=', hash)
    .executeTakeFirst() as Promise<CardRow | undefined>;
export const insertCard = (tx: Tx, card: { url_hash: Buffer; url: string; site_key: string }) =>
  tx
    .insertInto('link_cards')
    .values(card)
    .onConflict((conflict) => conflict.column('url_hash').doNothing())
    .execute();
export type CardChange = {
  status: 'ready' | 'none';
  site: string;
  title: string;
  text: string;
  picture: PostPicture | null;
  fetched_at: Date;
};
export const updateCard = (tx: Tx, hash: Buffer, change: CardChange) =>
  tx
    .updateTable('link_cards')
    .set({ ...change, picture: change.picture === null ? null : JSON.stringify(change.picture) })
    .where('url_hash', '=', hash)
    .execute();
export const lockCard = (tx: Tx, hash: Buffer): Promise<CardRow | undefined> =>
  tx
    .selectFrom('link_cards')
    .select(['url_hash', 'url', 'site_key', 'status', 'picture', 'fetched_at'])
    .where('url_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst() as Promise<CardRow | undefined>;
/** Returns how many pages of a site were fetched since a moment, at most `most`. */
export async function countFetched(
  db: Db,
  siteKey: string,
  since: Date,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (
      select
      from link_cards
      where site_key = ${siteKey} and fetched_at > ${since}
      limit ${most}
    ) fetched
  `.execute(db);
  return rows[0]!.count;
}

/**
 * Attaches a card to a message or post in place of another one. The same card stays as it is: one
 * that was removed stays removed.
 */
export async function attach(
  tx: Tx,
  container: Container,
  authorId: string,
  hash: Buffer,
): Promise<void> {
  const column = OWNER[container.kind];
  await tx
    .deleteFrom('attached_links')
    .where(column, '=', container.id)
    .where('url_hash', '<>', hash)
    .execute();
  await tx
    .insertInto('attached_links')
    .values({
      id: newId(),
      room_id: container.kind === 'message' ? container.roomId : null,
      [column]: container.id,
      author_id: authorId,
      url_hash: hash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
export const detach = (tx: Tx, kind: LinkedKind, id: string) =>
  tx.deleteFrom('attached_links').where(OWNER[kind], '=', id).execute();
/** Attaches the card of one message to another, unless it was removed there. */
export async function copyOfMessage(
  tx: Tx,
  fromId: string,
  to: { id: string; roomId: string; authorId: string },
): Promise<void> {
  await sql`
    insert into attached_links (id, room_id, message_id, author_id, url_hash)
    select ${newId()}, ${to.roomId}, ${to.id}, ${to.authorId}, url_hash
    from attached_links
    where message_id = ${fromId} and removed_at is null
    on conflict do nothing
  `.execute(tx);
}
/** Returns where the card was; undefined if there is none, or it was removed before. */
export const markRemoved = (
  tx: Tx,
  kind: LinkedKind,
  id: string,
  at: Date,
): Promise<AttachedRow | undefined> =>
  tx
    .updateTable('attached_links')
    .set({ removed_at: at })
    .where(OWNER[kind], '=', id)
    .where('removed_at', 'is', null)
    .returning(['room_id', 'message_id', 'post_id', 'article_id', 'author_id'])
    .executeTakeFirst();
export type AttachedRow = {
  room_id: string | null;
  message_id: string | null;
  post_id: string | null;
  article_id: string | null;
  author_id: string | null;
};
/** Returns the newest uses of a card since an id, which begins with its time. */
export const pickAttached = (
  db: Db,
  hash: Buffer,
  since: string,
  limit: number,
): Promise<AttachedRow[]> =>
  db
    .selectFrom('attached_links')
    .select(['room_id', 'message_id', 'post_id', 'article_id', 'author_id'])
    .where('url_hash', '=', hash)
    .where('id', '>', since)
    .where('removed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Deletes the rows of messages that are gone with a cleared history. Returns how many. */
export async function deleteLost(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from attached_links
    where id in (
      select a.id
      from attached_links a
      where a.message_id is not null
        and not exists (select from messages where id = a.message_id and room_id = a.room_id)
      limit ${limit}
    )
  `.execute(tx);
  return Number(numAffectedRows);
}
/** Deletes cards without uses that were made before a moment. Returns their pictures. */
export async function deleteUnused(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ picture: PostPicture | null }[]> {
  const { rows } = await sql<{ picture: PostPicture | null }>`
    delete from link_cards
    where url_hash in (
      select c.url_hash
      from link_cards c
      where c.created_at < ${before}
        and not exists (select from attached_links where url_hash = c.url_hash)
      limit ${limit}
      for update skip locked
    )
    returning picture
  `.execute(tx);
  return rows;
}
/** Returns whether a member's texts make cards. */
export const findSetting = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('people').select('link_cards').where('id', '=', userId).executeTakeFirst())
    ?.link_cards === true;
