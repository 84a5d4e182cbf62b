import {
  findLeaders,
  listMembers,
} from '../../../packages/server/src/features/chats/groups/group-queries.ts';
import { anonymizeMessages } from '../../../packages/server/src/features/chats/account-deletion.ts';
import {
  findSince,
  gatherQuoted,
  pickChanges,
  pickMessages,
} from '../../../packages/server/src/features/chats/messages/message-queries.ts';
import { pickRooms } from '../../../packages/server/src/features/chats/rooms/room-list-queries.ts';
import {
  countUnread,
  listPartners,
} from '../../../packages/server/src/features/chats/rooms/room-queries.ts';
import {
  countArchived,
  listFolders,
  listUnreadRooms,
} from '../../../packages/server/src/features/chats/list/folder-queries.ts';
import { pickFound } from '../../../packages/server/src/features/chats/search/search.ts';
import type { Db } from '../../../packages/server/src/platform/database/db.ts';
import { MESSAGE, PERSON, ROOM, id, me } from './plan-fixtures.ts';

const someRooms = Array.from({ length: 20 }, (_, turn) => ({
  room_id: id(ROOM, turn + 1),
  touched: id(MESSAGE, turn),
}));
export const CHAT_LISTS: [string, (on: Db) => Promise<unknown>][] = [
  ...(['main', 'archive', 'pinned'] as const).map(
    (kind): [string, (on: Db) => Promise<unknown>] => [
      `rooms: ${kind}`,
      (on) => pickRooms(on, me, { limit: 31, place: { kind } }),
    ],
  ),
  [
    'rooms from a cursor',
    (on) => pickRooms(on, me, { before: id(MESSAGE, 100), limit: 31, place: { kind: 'main' } }),
  ],
  [
    'rooms of a folder',
    (on) =>
      pickRooms(on, me, {
        limit: 31,
        place: { kind: 'folder', id: id(ROOM, 1), kinds: ['private', 'groups', 'unread'] },
      }),
  ],
  ['folders of chats', (on) => listFolders(on, me)],
  ['rooms with unread messages', (on) => listUnreadRooms(on, me)],
  ['the size of the archive', async (on) => [await countArchived(on, me)]],
  [
    'rooms found by a search',
    (on) =>
      pickRooms(on, me, {
        limit: 31,
        place: { kind: 'all', partners: [id(PERSON, 60)], title: 'рейд' },
      }),
  ],
  ['members of a group', (on) => listMembers(on, id(ROOM, 1))],
  ['leaders of a group', async (on) => [await findLeaders(on, id(ROOM, 1))]],
  ['messages of a deleted member', async (on) => (await anonymizeMessages(on, id(PERSON, 77)), [])],
  ['unread messages', (on) => countUnread(on, me)],
  ['partners', (on) => listPartners(on, me, 300)],
  ['messages', (on) => pickMessages(on, id(ROOM, 1), { skip: 0, limit: 21 })],
  [
    'messages far up',
    (on) => pickMessages(on, id(ROOM, 1), { before: 50_100, skip: 0, limit: 21 }),
  ],
  [
    'messages by page number far up',
    (on) => pickMessages(on, id(ROOM, 1), { skip: 40_000, limit: 21 }),
  ],
  ['messages around a day', (on) => findSince(on, id(ROOM, 1), new Date(0))],
  [
    'quoted messages',
    (on) =>
      gatherQuoted(
        on,
        Array.from({ length: 20 }, (_, turn) => ({ reply_to: id(MESSAGE, turn * 60) })),
      ),
  ],
  ['a search for a common word', (on) => pickFound(on, someRooms, ['прив'], { limit: 21 })],
  [
    'a search far down',
    (on) => pickFound(on, someRooms, ['привет'], { before: id(MESSAGE, 50_100), limit: 21 }),
  ],
  ['a search for rare words', (on) => pickFound(on, someRooms, ['редкое', 'слово'], { limit: 21 })],
  ['a search in one room', (on) => pickFound(on, someRooms.slice(0, 1), ['редкое'], { limit: 21 })],
  ['changes', (on) => pickChanges(on, id(ROOM, 1), 59_900, 501)],
  ['changes after a long absence', (on) => pickChanges(on, id(ROOM, 1), 50_001, 501)],
];
