import { sql } from 'kysely';
import type { PackKind } from '@respa/contract/stickers';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import { suspendedNow } from '#features/account/service.ts';

export type StoredPicture = { name: string; width: number; height: number; thumbhash: string };
export type StickerRow = {
  id: string;
  pack_id: string | null;
  place: number;
  emoji: string;
  picture: StoredPicture;
};
export type PackRow = {
  id: string;
  owner_id: string;
  kind: PackKind;
  title: string;
  items: number;
  is_added: boolean;
  cover: StickerRow | null;
};

const packColumns = `
  p.id, p.owner_id, p.kind, p.title, p.items,
  exists (
    select
    from added_packs
    where user_id = $1 and pack_id = p.id
  ) as is_added,
  (
    select to_jsonb(first)
    from (
      select id, pack_id, place, emoji, picture
      from stickers
      where pack_id = p.id
      order by place, id
      limit 1
    ) first
  ) as cover
`;
/** The owner has blocked the viewer, or was suspended: nobody else opens the pack then. */
const SHUT = `
  exists (
    select
    from blocks
    where blocker_id = p.owner_id and blocked_id = $1
  ) or ${suspendedNow('p.owner_id')}
`;
const onePack = statement<PackRow & { is_shut: boolean }, [viewerId: string, id: string]>(`
  select ${packColumns}, (${SHUT}) as is_shut
  from sticker_packs p
  where p.id = $2
`);
const addedPacks = statement<PackRow, [viewerId: string, limit: number]>(`
  select ${packColumns}
  from added_packs a
  join sticker_packs p on p.id = a.pack_id
  where a.user_id = $1
  order by a.place, a.pack_id
  limit $2
`);
const ownPacks = statement<PackRow, [viewerId: string, limit: number]>(`
  select ${packColumns}
  from sticker_packs p
  where p.owner_id = $1
  order by p.id desc
  limit $2
`);
export const findPack = async (
  db: Db,
  viewerId: string,
  id: string,
): Promise<(PackRow & { is_shut: boolean }) | undefined> => (await onePack(db, viewerId, id))[0];
/** Returns the packs that a member has added, in the member's order. */
export const pickAdded = (db: Db, userId: string, limit: number): Promise<PackRow[]> =>
  addedPacks(db, userId, limit);
/** Returns the packs of an owner, newest first. */
export const pickOwn = (db: Db, userId: string, limit: number): Promise<PackRow[]> =>
  ownPacks(db, userId, limit);

const packStickers = statement<StickerRow, [packId: string, limit: number]>(`
  select id, pack_id, place, emoji, picture
  from stickers
  where pack_id = $1
  order by place, id
  limit $2
`);
export const pickStickers = (db: Db, packId: string, limit: number): Promise<StickerRow[]> =>
  packStickers(db, packId, limit);

/** Locks an own pack for a change; undefined if it is another's or none. */
export const lockOwnPack = (tx: Tx, ownerId: string, id: string) =>
  tx
    .selectFrom('sticker_packs')
    .select(['id', 'kind', 'items'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst();
export const insertPack = (
  tx: Tx,
  row: { id: string; owner_id: string; kind: PackKind; title: string },
) => tx.insertInto('sticker_packs').values(row).execute();
export const renamePack = (tx: Tx, id: string, title: string) =>
  tx.updateTable('sticker_packs').set({ title }).where('id', '=', id).execute();
export const deletePack = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.deleteFrom('sticker_packs').where('id', '=', id).executeTakeFirst()).numDeletedRows ===
  1n;
export const countPacks = async (tx: Tx, ownerId: string): Promise<number> =>
  (
    await tx
      .selectFrom('sticker_packs')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
  ).count;

/** Adds pictures to the end of a pack, and counts them. */
export async function insertStickers(
  tx: Tx,
  packId: string,
  rows: { id: string; emoji: string; picture: StoredPicture }[],
): Promise<void> {
  await sql`
    insert into stickers (id, pack_id, place, emoji, picture)
    select new.id, ${packId}::uuid,
      new.nth + (select coalesce(max(place), 0) from stickers where pack_id = ${packId}::uuid),
      new.emoji, new.picture
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ emoji }) => emoji)}::text[],
      ${rows.map(({ picture }) => JSON.stringify(picture))}::jsonb[]
    ) with ordinality as new (id, emoji, picture, nth)
  `.execute(tx);
  await addItems(tx, packId, rows.length);
}
export const addItems = (tx: Tx, packId: string, count: number) =>
  tx
    .updateTable('sticker_packs')
    .set({ items: sql`items + ${count}` })
    .where('id', '=', packId)
    .execute();
/** Puts the given pictures of a pack first, in this order. */
export const arrangeStickers = (tx: Tx, packId: string, ids: readonly string[]) =>
  sql`
    with arranged as (
      select s.id, row_number() over (order by wanted.nth nulls last, s.place, s.id) as place
      from stickers s
      left join unnest(${[...ids]}::uuid[]) with ordinality as wanted (id, nth) on wanted.id = s.id
      where s.pack_id = ${packId}
    )
    update stickers s
    set place = arranged.place
    from arranged
    where s.id = arranged.id and s.place <> arranged.place
  `.execute(tx);
export const setEmoji = (tx: Tx, id: string, emoji: string) =>
  tx.updateTable('stickers').set({ emoji }).where('id', '=', id).execute();
/** Takes a picture out of its pack. Returns false if it was not in it any more. */
export const takeOut = async (tx: Tx, packId: string, id: string): Promise<boolean> =>
  (
    await tx
      .updateTable('stickers')
      .set({ pack_id: null })
      .where('id', '=', id)
      .where('pack_id', '=', packId)
      .executeTakeFirst()
  ).numUpdatedRows === 1n;
/** Returns the pack of an own picture. */
export const findPackOf = async (db: Db, ownerId: string, id: string): Promise<string | null> =>
  (
    await db
      .selectFrom('stickers')
      .innerJoin('sticker_packs', 'sticker_packs.id', 'stickers.pack_id')
      .select('sticker_packs.id')
      .where('stickers.id', '=', id)
      .where('sticker_packs.owner_id', '=', ownerId)
      .executeTakeFirst()
  )?.id ?? null;
/** Deletes every picture of a pack, also from the messages that show it. */
export const deleteStickersOf = (tx: Tx, packId: string): Promise<{ picture: StoredPicture }[]> =>
  tx.deleteFrom('stickers').where('pack_id', '=', packId).returning('picture').execute() as Promise<
    { picture: StoredPicture }[]
  >;

/** Returns how many packs a member has added. The caller holds the member's row. */
export const countAdded = async (tx: Tx, userId: string): Promise<number> =>
  (
    await tx
      .selectFrom('added_packs')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).count;
/** Adds a pack in front of the others. Idempotent. */
export const insertAdded = (tx: Tx, userId: string, packId: string) =>
  sql`
    insert into added_packs (user_id, pack_id, place)
    select ${userId}::uuid, ${packId}::uuid, coalesce(min(place), 0) - 1
    from added_packs
    where user_id = ${userId}
    on conflict do nothing
  `.execute(tx);
export const deleteAdded = (tx: Tx, userId: string, packId: string) =>
  tx
    .deleteFrom('added_packs')
    .where('user_id', '=', userId)
    .where('pack_id', '=', packId)
    .execute();
/** Puts the given packs of a member first, in this order. */
export const arrangeAdded = (tx: Tx, userId: string, ids: readonly string[]) =>
  sql`
    with arranged as (
      select a.pack_id,
        row_number() over (order by wanted.nth nulls last, a.place, a.pack_id) as place
      from added_packs a
      left join unnest(${[...ids]}::uuid[]) with ordinality as wanted (id, nth)
        on wanted.id = a.pack_id
      where a.user_id = ${userId}
    )
    update added_packs a
    set place = arranged.place
    from arranged
    where a.user_id = ${userId} and a.pack_id = arranged.pack_id
  `.execute(tx);
