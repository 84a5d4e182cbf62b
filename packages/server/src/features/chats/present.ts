import type { Static } from 'typebox';
import type { Message, Room, RoomEntry } from '@respa/contract/chats';
import { removedPerson, type CardRow, type PersonRow } from '#features/people/service.ts';
import type { MediaItem, MessageRow } from './message-queries.ts';
import type { ListedRow, RoomRow } from './room-queries.ts';

/** Who wrote what a deleted profile left behind. */
export const NO_ONE = '00000000-0000-7000-8000-000000000000';
/** The other one of a private room; the room outlives a deleted profile. */
export const partnerOf = (room: { low_id: string | null; high_id: string | null }, me: string): string =>
  (room.low_id === me ? room.high_id : room.low_id) ?? NO_ONE;

export function presentMessage(row: MessageRow, author: CardRow = removedPerson(row.user_id)): Static<typeof Message> {
  const of = (kind: MediaItem['kind']) => row.media.filter((item) => item.kind === kind);
  const [images, videos, voice] = [of('image'), of('video'), of('audio')[0]];
  return {
    _id: row.id, user: row.user_id, name: author.name, surname: author.surname, avatarUrl: author.avatar_url, message: row.text, date: row.created_at.toISOString(),
    images: images.map((item) => item.name), videos: videos.map((item) => item.name), audio: voice?.name ?? null,
    pictures: images.map(({ name, width, height, thumbhash }) => ({ name, width, height, thumbhash })),
    clips: videos.map(({ name, width, height, duration, poster = null, thumbhash }) => ({ name, width, height, duration, poster, thumbhash })),
    audioDuration: voice?.duration ?? null, peaks: voice?.peaks ?? [], edited: row.edited_at !== null, position: row.position, clientId: row.client_id,
  };
}
/** What a list says of a message: its text, or in a word what it is. */
export function previewOf(text: string, media: MediaItem[]): string {
  if (text !== '') return text;
  const kind = media[0]?.kind;
  if (kind === undefined) return '';
  return kind === 'audio' ? 'Голосовое сообщение' : kind === 'video' ? 'Видео' : media.length > 1 ? 'Фотографии' : 'Фотография';
}
export function presentEntry(row: ListedRow, me: string, cards: Map<string, CardRow>, isOnline: (id: string) => boolean): Static<typeof RoomEntry> {
  const partner = row.is_group ? null : partnerOf(row, me);
  const card = partner === null ? undefined : cards.get(partner) ?? removedPerson(partner);
  return {
    _id: row.room_id, id: row.room_id, isChat: row.is_group, title: row.title, name: card?.name ?? '', surname: card?.surname ?? '',
    avatarUrl: card?.avatar_url ?? row.avatar_url, userId: partner, isOnline: partner !== null && isOnline(partner),
    lastMessage: row.last_text === null ? '' : previewOf(row.last_text, row.last_media as MediaItem[]), lastDate: row.last_at?.toISOString() ?? null,
    sender: row.last_user, unread: row.unread,
  };
}
/** `showsDate` is whether the viewer may know when the partner was there. */
export function presentRoom(room: RoomRow, me: string, partner: PersonRow | undefined, seen: { isOnline: boolean; showsDate: boolean; mayWrite: boolean }): Static<typeof Room> {
  const id = partnerOf(room, me);
  const card = partner ?? removedPerson(id);
  return {
    _id: room.id, id: room.id, isChat: room.is_group, userId: id, name: card.name, surname: card.surname, avatarUrl: card.avatar_url,
    date: seen.showsDate ? partner?.last_online_at?.toISOString() ?? null : null, isOnline: seen.isOnline, bg: room.bg, mayWrite: seen.mayWrite,
  };
}
