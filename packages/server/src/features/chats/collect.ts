import { BEFORE_ALL, everyPage, type Kept } from '#platform/collect.ts';
import { statement, type Db } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { gatherNames } from '#features/people/service.ts';
import { filesOf } from './attachments.ts';
import { pickMessagesAfter, type MessageRow } from './message-queries.ts';
import { partnerOf } from './present.ts';

/** The messages of a room, oldest first, from whoever wrote them. */
async function* collectMessages(db: Db, roomId: string): AsyncGenerator<Kept> {
  for await (const page of everyPage((last: MessageRow | undefined, limit) => pickMessagesAfter(db, roomId, last?.position ?? 0, limit))) {
    const nameOf = await gatherNames(db, page.map((row) => row.user_id));
    for (const { id, user_id: author, text, created_at: date, edited_at: edited, media } of page) {
      yield { row: { id, from: { id: author, name: nameOf(author) }, date, ...(edited === null ? {} : { edited }), text }, media: media.flatMap(filesOf) };
    }
  }
}
/** A name that every system takes for a file; the room's id tells namesakes apart. */
const fileOf = (name: string, roomId: string) => `dialogs/${name.replace(/[^\p{L}\p{N} -]/gu, '').trim().slice(0, 60)} ${roomId.slice(-12)}.json`;

type Dialog = { room_id: string; unread: number; is_group: boolean; title: string; bg: string; low_id: string | null; high_id: string | null; last_at: Date | null };
/** In the order of their ids: a room that moves to the top of the list meanwhile is not passed over. */
const dialogs = statement<Dialog, [userId: string, after: string, limit: number]>(`
  select m.room_id, m.unread, r.is_group, r.title, r.bg, r.low_id, r.high_id, last.created_at as last_at
  from room_members m join rooms r on r.id = m.room_id
  left join lateral (select created_at from messages where room_id = m.room_id and deleted_at is null order by position desc limit 1) last on true
  where m.user_id = $1 and m.room_id > $2 and (r.position > 0 or r.is_group) order by m.room_id limit $3`);

/** Everybody with whom somebody talks, and in a file each what was said. */
export async function* collectDialogs({ db }: Ground, userId: string): AsyncGenerator<Kept> {
  for await (const page of everyPage((last: Dialog | undefined, limit) => dialogs(db, userId, last?.room_id ?? BEFORE_ALL, limit))) {
    const nameOf = await gatherNames(db, page.flatMap((room) => (room.is_group ? [] : [partnerOf(room, userId)])));
    for (const room of page) {
      const { room_id: id, is_group: isGroup, unread, last_at: last } = room;
      const name = isGroup ? room.title : nameOf(partnerOf(room, userId));
      const file = fileOf(name, id);
      yield { row: { id, ...(isGroup ? { title: name } : { with: { id: partnerOf(room, userId), name } }), last, unread, file }, media: room.bg === '' ? [] : [['room-backgrounds', room.bg]], inner: { file, rows: collectMessages(db, id) } };
    }
  }
}
