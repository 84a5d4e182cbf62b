import type { Static } from 'typebox';
import type { PollHead } from '@respa/contract/polls';
import type { CLOSED, Room, RoomEntry } from '@respa/contract/chats';
import type { Clip, Message, Quoted } from '@respa/contract/chat-messages';
import { QUOTE, REACTIONS } from '@respa/contract/limits';
import { hideSpoilers } from '@respa/contract/formatting';
import { fit } from '@respa/contract/characters';
import type { ShownLink } from '#features/links/service.ts';
import type { StoredPicture } from '#features/media/service.ts';
import { removedPerson, type CardRow, type PersonRow } from '#features/people/service.ts';
import type { MediaItem, MessageRow } from './message-rows.ts';
import type { ListedRow } from '../rooms/room-list-queries.ts';
import type { RoomRow } from '../rooms/room-queries.ts';
import { isRemovalLine, referencedUserIds, textOf } from './text/system-messages.ts';

/** The author id of messages whose author deleted their account. */
export const DELETED_USER_ID = '00000000-0000-7000-8000-000000000000';
/** Returns the other member of a private room. The room outlives a deleted account. */
export const partnerOf = (
  room: { low_id: string | null; high_id: string | null },
  me: string,
): string => (room.low_id === me ? room.high_id : room.low_id) ?? DELETED_USER_ID;

/**
 * What a message refers to: the cards of people, the messages replied to, files, polls and cards.
 */
export type Extras = {
  cards: Map<string, CardRow>;
  quoted: Map<string, QuotedRow>;
  views: Map<string, StoredPicture>;
  polls: Map<string, PollHead>;
  links: Map<string, ShownLink>;
};
export type QuotedRow = Pick<
  MessageRow,
  'id' | 'user_id' | 'position' | 'text' | 'formatting' | 'media' | 'deleted_at' | 'system'
>;

/**
 * Returns a message in short form. A message that was deleted, by whomever, or removed with its
 * room's history, shows only that it is deleted.
 */
export function presentQuoted(
  id: string,
  row: QuotedRow | undefined,
  cards: Map<string, CardRow>,
): Static<typeof Quoted> {
  if (row === undefined || row.deleted_at !== null || isRemovalLine(row.system))
    return {
      _id: id,
      user: DELETED_USER_ID,
      name: '',
      surname: '',
      message: '',
      kind: null,
      position: 0,
      isDeleted: true,
    };
  const author = cards.get(row.user_id) ?? removedPerson(row.user_id);
  return {
    _id: id,
    user: row.user_id,
    name: author.name,
    surname: author.surname,
    message:
      row.media[0]?.kind === 'sticker'
        ? previewOf(row)
        : fit(hideSpoilers(row.text, row.formatting), QUOTE),
    kind: row.media[0]?.kind ?? null,
    position: row.position,
    isDeleted: false,
  };
}
const stateOf = ({ waiting, failed }: MediaItem): Static<typeof Clip>['state'] =>
  failed === true ? 'failed' : waiting === undefined ? 'ready' : 'processing';
export function presentMessage(
  row: MessageRow,
  { cards, quoted, views, polls, links }: Extras,
): Static<typeof Message> {
  const author = cards.get(row.user_id) ?? removedPerson(row.user_id);
  const first =
    row.forwarded_from === null
      ? null
      : (cards.get(row.forwarded_from) ?? removedPerson(row.forwarded_from));
  const of = (kind: MediaItem['kind']) => row.media.filter((item) => item.kind === kind);
  const [images, videos, voice] = [of('image'), of('video'), of('audio')[0]];
  return {
    _id: row.id,
    user: row.user_id,
    name: author.name,
    surname: author.surname,
    avatarUrl: author.avatar_url,
    message: textOf(row, cards),
    date: row.created_at.toISOString(),
    images: images.map((item) => item.name),
    videos: videos.filter((item) => stateOf(item) === 'ready').map((item) => item.name),
    audio: voice?.name ?? null,
    pictures: images.map(({ name, width, height, thumbhash, alt, moving }) => ({
      name,
      width,
      height,
      thumbhash,
      ...(alt === undefined ? {} : { alt }),
      isMoving: moving === true,
    })),
    clips: videos.map((item) => ({
      name: item.name,
      width: item.width,
      height: item.height,
      duration: item.duration,
      poster: item.poster ?? null,
      thumbhash: item.thumbhash,
      state: stateOf(item),
    })),
    files: of('file').map(({ name, title = name, bytes = 0 }) => ({
      name,
      title,
      bytes,
      preview: views.get(name) ?? null,
    })),
    audioDuration: voice?.duration ?? null,
    sticker: presentSticker(of('sticker')[0]),
    peaks: voice?.peaks ?? [],
    edited: row.edited_at !== null,
    silent: row.is_silent,
    position: row.position,
    clientId: row.client_id,
    system:
      row.system === null ? null : { kind: row.system.kind, userId: row.system.userId ?? null },
    replyTo:
      row.reply_to === null ? null : presentQuoted(row.reply_to, quoted.get(row.reply_to), cards),
    reactions: presentReactions(row.reactions),
    mentions: row.mentions,
    formatting: row.formatting,
    poll: polls.get(row.id) ?? null,
    ...(links.has(row.id) ? { link: links.get(row.id)! } : {}),
    forwarded: first === null ? null : { user: first.id, name: first.name, surname: first.surname },
  };
}
const presentSticker = (item: MediaItem | undefined): Static<typeof Message>['sticker'] =>
  item === undefined
    ? null
    : {
        _id: item.sticker!,
        pack: item.pack ?? null,
        emoji: item.title ?? '',
        name: item.name,
        width: item.width,
        height: item.height,
        thumbhash: item.thumbhash,
      };
/** Most frequent first. */
export const presentReactions = (
  reactions: MessageRow['reactions'],
): Static<typeof Message>['reactions'] =>
  [...Map.groupBy(reactions, ({ emoji }) => emoji)]
    .map(([emoji, input]) => ({
      emoji,
      count: input.length,
      users: input.slice(-REACTIONS.shownUsers).map(({ user }) => user),
    }))
    .sort((a, b) => b.count - a.count);
/** Returns what a list shows of a message: its text, or the kind of its media. */
export function previewOf({
  text,
  formatting,
  media,
}: Pick<MessageRow, 'text' | 'formatting' | 'media'>): string {
  if (text !== '') return hideSpoilers(text, formatting);
  const kind = media[0]?.kind;
  if (kind === undefined) return '';
  if (kind === 'sticker') return `Стикер ${media[0]!.title ?? ''}`.trim();
  if (kind === 'file') return media.length > 1 ? 'Файлы' : (media[0]!.title ?? 'Файл');
  return kind === 'audio'
    ? 'Голосовое сообщение'
    : kind === 'video'
      ? 'Видео'
      : media.length > 1
        ? 'Фотографии'
        : media[0]!.moving === true
          ? 'GIF'
          : 'Фотография';
}
const lastOf = (row: ListedRow) => ({
  user_id: row.last_user ?? DELETED_USER_ID,
  text: row.last_text ?? '',
  system: row.last_system,
});
/** Returns the users that the last message of a room refers to. */
export const lastNamed = (row: ListedRow): string[] =>
  row.last_user === null ? [] : referencedUserIds([lastOf(row)]);
/**
 * Returns a room as a list shows it. `cards` holds the partners of private rooms and the people the
 * last messages of groups refer to.
 */
export function presentEntry(
  row: ListedRow,
  me: string,
  cards: Map<string, CardRow>,
  isOnline: (id: string) => boolean,
): Static<typeof RoomEntry> {
  const partner = row.is_group ? null : partnerOf(row, me);
  const card = partner === null ? undefined : (cards.get(partner) ?? removedPerson(partner));
  return {
    _id: row.room_id,
    id: row.room_id,
    isChat: row.is_group,
    title: row.title,
    name: card?.name ?? '',
    surname: card?.surname ?? '',
    avatarUrl: card?.avatar_url ?? row.avatar_url,
    userId: partner,
    isOnline: partner !== null && isOnline(partner),
    lastMessage:
      row.last_text === null
        ? ''
        : previewOf({
            text: textOf(lastOf(row), cards),
            formatting: row.last_formatting ?? [],
            media: row.last_media as MediaItem[],
          }),
    lastDate: row.last_at?.toISOString() ?? null,
    // A system message has no sender.
    sender: row.last_system === null ? row.last_user : null,
    unread: row.unread,
    isMuted: row.is_muted,
    draft: row.draft ?? '',
    mentioned: row.mentioned,
    isPinned: row.is_pinned,
    isArchived: row.is_archived,
    senderName:
      row.is_group && row.last_user !== null && row.last_system === null
        ? (cards.get(row.last_user) ?? removedPerson(row.last_user)).name
        : '',
  };
}
/** A member's own state of a room: muted, draft, and the message pinned for everyone. */
export type OwnState = Pick<
  Static<typeof Room>,
  'isMuted' | 'draft' | 'pinned' | 'clearedPosition'
>;
/** `showsDate` is whether the viewer may see when the partner was last online. */
export function presentRoom(
  room: RoomRow,
  me: string,
  partner: PersonRow | undefined,
  seen: { isOnline: boolean; showsDate: boolean; closed: (typeof CLOSED)[number] | null },
  own: OwnState,
): Static<typeof Room> {
  const id = partnerOf(room, me);
  const card = partner ?? removedPerson(id);
  return {
    _id: room.id,
    id: room.id,
    isChat: room.is_group,
    userId: id,
    name: card.name,
    surname: card.surname,
    avatarUrl: card.avatar_url,
    date: seen.showsDate ? (partner?.last_online_at?.toISOString() ?? null) : null,
    isOnline: seen.isOnline,
    bg: room.bg,
    mayWrite: seen.closed === null,
    closed: seen.closed,
    ...own,
  };
}
