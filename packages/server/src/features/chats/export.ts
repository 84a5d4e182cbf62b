import { firstCharacters } from '@respa/contract/characters';
import { FIRST_ID } from '#platform/database/paging.ts';
import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import { statement } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { gatherCards, gatherNames } from '#features/people/service.ts';
import { exportedAlts } from '#features/posts/service.ts';
import { exportedPoll, gatherPolls } from '#features/polls/service.ts';
import { gatherStored, type Folder } from '#features/media/service.ts';
import { filesOf, FOLDERS } from './messages/media/attachments.ts';
import { pickMessagesAfter } from './messages/message-queries.ts';
import { fileNamesOf, type MediaItem, type MessageRow } from './messages/message-rows.ts';
import { gatherVersions, type VersionRow } from './messages/version-queries.ts';
import { partnerOf, presentReactions } from './messages/present.ts';
import { pickScheduledAfter, type ScheduledRow } from './scheduled/scheduled-queries.ts';
import { listFolders } from './list/folder-queries.ts';
import { ARCHIVED, UNREAD } from './rooms/room-queries.ts';
import { referencedUserIds, textOf } from './messages/text/system-messages.ts';

/** Returns the reactions as counts, and marks the user's own one. */
const reactionsOf = (row: MessageRow, userId: string) =>
  presentReactions(row.reactions).map(({ emoji, count, users }) => ({
    emoji,
    count,
    mine: users.includes(userId),
  }));
/** Returns the fields of a message besides its text; only those it has. */
const extrasOf = (row: MessageRow, userId: string, nameOf: (id: string) => string) => ({
  ...(row.reply_to === null ? {} : { replyTo: row.reply_to }),
  ...(row.forwarded_from === null ? {} : { forwardedFrom: nameOf(row.forwarded_from) }),
  ...(row.is_silent ? { isSilent: true } : {}),
  ...(row.mentions.length === 0 ? {} : { mentions: row.mentions }),
  ...(row.formatting.length === 0 ? {} : { formatting: row.formatting }),
  ...exportedAlts(row.media),
  ...(row.media[0]?.kind === 'sticker' ? { sticker: row.media[0].title } : {}),
  ...(row.reactions.length === 0 ? {} : { reactions: reactionsOf(row, userId) }),
});
/** Returns where an attachment is stored, and the path of a file of any type in the archive. */
const placesOf = (
  item: MediaItem,
  stored: ReadonlyMap<string, readonly [folder: string, name: string]>,
): (readonly [folder: string, name: string, path?: string])[] => {
  if (item.kind === 'sticker') return [['stickers', item.name]];
  if (item.kind !== 'file') return filesOf(item);
  const blob = stored.get(item.name);
  const { name, title = name } = item;
  return blob === undefined ? [] : [[...blob, `message-files/${name.split('.')[0]}/${title}`]];
};
/** Returns what a message said before its edits, the newest first. */
const formerTexts = (versions: readonly VersionRow[] = []) =>
  versions.map(({ text, written_at: date }) => ({ text, date }));
/** Yields the messages of a room that the user sees, oldest first, from all authors. */
async function* exportMessages(
  context: AppContext,
  { room_id: roomId, cleared_position: cleared }: Dialog,
  userId: string,
): AsyncGenerator<ExportRecord> {
  const { db } = context;
  for await (const page of everyPage((last: MessageRow | undefined, limit) =>
    pickMessagesAfter(db, roomId, last?.position ?? cleared, limit),
  )) {
    const [nameOf, cards] = [
      await gatherNames(
        db,
        page.flatMap((row) => [
          row.user_id,
          ...(row.forwarded_from === null ? [] : [row.forwarded_from]),
        ]),
      ),
      await gatherCards(db, referencedUserIds(page)),
    ];
    const stored = await gatherStored(context, FOLDERS.file, page.flatMap(fileNamesOf));
    const versions = await gatherVersions(
      db,
      page.flatMap((row) => (row.edited_at === null ? [] : [row.id])),
    );
    const polls = await gatherPolls(db, 'message', page);
    for (const row of page) {
      const { id, user_id: author, created_at: date, edited_at: edited, media, system } = row;
      const text = textOf(row, cards);
      yield {
        row: {
          id,
          from: { id: author, name: nameOf(author) },
          date,
          ...(edited === null ? {} : { edited, before: formerTexts(versions.get(id)) }),
          ...(system === null ? {} : { event: system.kind }),
          text,
          ...extrasOf(row, userId, nameOf),
          ...exportedPoll(polls.get(id)),
        },
        media: media.flatMap((item) => placesOf(item, stored)),
      };
    }
  }
}
/**
 * Returns a file name that is valid on every system; the room's id keeps rooms of the same name
 * apart.
 */
const fileOf = (name: string, roomId: string) =>
  `dialogs/${firstCharacters(name.replace(/[^\p{L}\p{N} -]/gu, '').trim(), 60)} ${roomId.slice(-12)}.json`;

type Dialog = {
  room_id: string;
  unread: number;
  is_muted: boolean;
  mentioned: boolean;
  draft: string | null;
  draft_at: Date | null;
  is_pinned: boolean;
  is_archived: boolean;
  cleared_position: number;
  pinned_id: string | null;
  is_group: boolean;
  title: string;
  bg: string;
  description: string;
  avatar_url: string;
  creator_id: string | null;
  is_moderator: boolean;
  joined_at: Date;
  low_id: string | null;
  high_id: string | null;
  last_at: Date | null;
};
/**
 * Ordered by room id, so that a room that moves to the top of the list meanwhile is not skipped.
 */
const dialogs = statement<Dialog, [userId: string, after: string, limit: number]>(`
  select m.room_id, ${UNREAD} as unread, m.is_muted, m.mentioned, m.draft, m.draft_at,
    m.pin_rank is not null as is_pinned, ${ARCHIVED} as is_archived, m.cleared_position,
    (select id from messages where room_id = r.id and id = r.pinned_id and position > m.cleared_position) as pinned_id,
    r.is_group, r.title, r.bg, r.description, r.avatar_url, r.creator_id, m.is_moderator, m.joined_at, r.low_id,
    r.high_id, last.created_at as last_at
  from room_members m
  join rooms r on r.id = m.room_id
  left join lateral (
    select created_at
    from messages
    where room_id = m.room_id and deleted_at is null and position > m.cleared_position
    order by position desc
    limit 1
  ) last on true
  where m.user_id = $1 and m.room_id > $2 and (r.position > 0 or r.is_group)
  order by m.room_id
  limit $3
`);

const picturesOf = ({
  is_group: isGroup,
  avatar_url: avatar,
  bg,
}: Dialog): (readonly [Folder, string])[] => [
  ...(isGroup && avatar !== '' ? [['chatavatars', avatar] as const] : []),
  ...(bg === '' ? [] : [['room-backgrounds', bg] as const]),
];
/**
 * Yields every private room and group of the user, with the messages of each in a separate file.
 */
export async function* exportDialogs(
  context: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  const { db } = context;
  for await (const page of everyPage((last: Dialog | undefined, limit) =>
    dialogs(db, userId, last?.room_id ?? FIRST_ID, limit),
  )) {
    const nameOf = await gatherNames(
      db,
      page.flatMap((room) => (room.is_group ? [] : [partnerOf(room, userId)])),
    );
    for (const room of page) {
      const {
        room_id: id,
        is_group: isGroup,
        unread,
        last_at: last,
        is_muted: isMuted,
        mentioned,
        draft,
        draft_at: draftAt,
        pinned_id: pinned,
        is_pinned: isPinned,
        is_archived: isArchived,
      } = room;
      const name = isGroup ? room.title : nameOf(partnerOf(room, userId));
      const file = fileOf(name, id);
      const own = {
        ...(isMuted ? { isMuted } : {}),
        ...(isPinned ? { isPinned } : {}),
        ...(isArchived ? { isArchived } : {}),
        ...(mentioned ? { mentioned } : {}),
        ...(draft === null ? {} : { draft: { text: draft, date: draftAt } }),
        ...(pinned === null ? {} : { pinned }),
      };
      const who = isGroup
        ? {
            title: name,
            description: room.description,
            joined: room.joined_at,
            isCreator: room.creator_id === userId,
            isModerator: room.is_moderator,
          }
        : { with: { id: partnerOf(room, userId), name } };
      yield {
        row: { id, ...who, last, unread, ...own, file },
        inner: { file, rows: exportMessages(context, room, userId) },
        media: picturesOf(room),
      };
    }
  }
}

type Refused = { room_id: string; title: string; refused_at: Date };
const refusals = statement<Refused, [userId: string, after: string, limit: number]>(`
  select f.room_id, r.title, f.refused_at
  from room_refusals f
  join rooms r on r.id = f.room_id
  where f.user_id = $1 and f.room_id > $2
  order by f.room_id
  limit $3
`);
/** Yields the groups that the user does not want to be invited to again. */
export async function* exportRefusals(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: Refused | undefined, limit) =>
    refusals(db, userId, last?.room_id ?? FIRST_ID, limit),
  )) {
    for (const { room_id: id, title, refused_at: since } of page)
      yield { row: { id, title, since } };
  }
}
/** Yields the member's folders of chats in their order. */
export async function* exportFolders(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for (const { id, name, kinds, rooms } of await listFolders(db, userId))
    yield { row: { id, name, kinds, rooms } };
}
/** Yields the member's messages that wait for their time, or could not be sent then. */
export async function* exportScheduled(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: ScheduledRow | undefined, limit) =>
    pickScheduledAfter(db, userId, last?.id ?? FIRST_ID, limit),
  )) {
    for (const { id, room_id: room, text, is_silent: isSilent, due_at: date, problem } of page)
      yield { row: { id, room, text, isSilent, date, problem } };
  }
}
