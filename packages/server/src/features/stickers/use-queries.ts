import { sql } from 'kysely';
import type { PackKind } from '@respa/contract/stickers';
import type { Db, Tx } from '#platform/database/db.ts';
import type { StickerRow } from './queries.ts';

export type UsableRow = StickerRow & { kind: PackKind | null; may_use: boolean };
/**
 * Returns pictures by id, and whether the member may send each: its pack is their own, or they have
 * added it.
 */
export async function gatherUsable(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, UsableRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<UsableRow>`
    select s.id, s.pack_id, s.place, s.emoji, s.picture, p.kind,
      p.owner_id is not distinct from ${userId}::uuid or exists (
        select
        from added_packs
        where user_id = ${userId} and pack_id = s.pack_id
      ) as may_use
    from stickers s
    left join sticker_packs p on p.id = s.pack_id
    where s.id = any(${[...ids]}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
/** Notes that a message shows pictures. Pictures that are deleted for good are left out. */
export const insertUses = (
  tx: Tx,
  { roomId, messageId, ids }: { roomId: string; messageId: string; ids: readonly string[] },
) =>
  sql`
    insert into sticker_uses (room_id, message_id, sticker_id)
    select ${roomId}::uuid, ${messageId}::uuid, id
    from stickers
    where id = any(${[...ids]}::uuid[])
    order by id
    for key share
    on conflict do nothing
  `.execute(tx);
export const deleteUses = (tx: Tx, roomId: string, messageId: string) =>
  tx
    .deleteFrom('sticker_uses')
    .where('room_id', '=', roomId)
    .where('message_id', '=', messageId)
    .execute();
/** Deletes pictures without a pack that no message shows. Returns the deleted pictures. */
export async function deleteUnused(
  tx: Tx,
  limit: number,
): Promise<{ id: string; picture: { name: string } }[]> {
  // A picture that a message is just starting to show is locked by it, and stays for the next time.
  const { rows } = await sql<{ id: string }>`
    select id
    from stickers s
    where pack_id is null
      and not exists (
        select
        from sticker_uses
        where sticker_id = s.id
      )
    order by id
    limit ${limit}
    for update skip locked
  `.execute(tx);
  if (rows.length === 0) return [];
  const deleted = await sql<{ id: string; picture: { name: string } }>`
    delete from stickers s
    where id = any(${rows.map(({ id }) => id)}::uuid[])
      and not exists (
        select
        from sticker_uses
        where sticker_id = s.id
      )
    returning id, picture
  `.execute(tx);
  return deleted.rows;
}
