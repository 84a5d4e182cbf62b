import { Type } from 'typebox';
import { CHAT_LIST } from './limits.ts';
import { Id, Line, Ok, route } from './route.ts';

const OfRoom = Type.Object({ roomId: Id });
const OfFolder = Type.Object({ id: Id });
const RoomOfFolder = Type.Object({ id: Id, roomId: Id });
/** Rooms that a folder holds without their being chosen; muted and read rooms included. */
export const FOLDER_KINDS = ['private', 'groups', 'unread'] as const;
export type FolderKind = (typeof FOLDER_KINDS)[number];
const Kinds = Type.Array(Type.Unsafe<FolderKind>(Type.String({ enum: [...FOLDER_KINDS] })), {
  maxItems: FOLDER_KINDS.length,
  description: 'private, groups, unread',
});
const Rooms = Type.Array(Id, {
  maxItems: CHAT_LIST.folderRooms,
  errorTexts: {
    maxItems: `В папке может быть не больше ${CHAT_LIST.folderRooms} выбранных чатов.`,
  },
});
const Name = Line({
  max: CHAT_LIST.folderName,
  min: 1,
  empty: 'Введите название папки',
  long: `Название не длиннее ${CHAT_LIST.folderName} символов`,
});
export const Folder = Type.Object({
  _id: Id,
  name: Type.String(),
  kinds: Kinds,
  rooms: Type.Array(Id, { description: 'Выбранные чаты' }),
  unread: Type.Integer({ description: 'Чаты с непрочитанным, кроме чатов без звука' }),
});
const WithFolder = Type.Object({ folder: Folder });

export const pinRoom = route({
  method: 'POST',
  path: '/pin-room/:roomId',
  access: 'member',
  params: OfRoom,
  reply: Ok,
  summary: 'Закрепить чат наверху списка; из архива он возвращается',
  errors: ['not_found', 'too_many_pinned'],
});
export const unpinRoom = route({
  method: 'DELETE',
  path: '/pin-room/:roomId',
  access: 'member',
  params: OfRoom,
  reply: Ok,
  summary: 'Открепить чат',
  errors: ['not_found'],
});
export const orderPinned = route({
  method: 'PUT',
  path: '/pinned-rooms',
  access: 'member',
  body: Type.Object({ rooms: Type.Array(Id, { minItems: 1, maxItems: CHAT_LIST.pinned }) }),
  reply: Ok,
  summary: 'Расставить закреплённые чаты в этом порядке; не названные остаются после них',
  errors: ['not_found'],
});
export const archiveRoom = route({
  method: 'POST',
  path: '/archive-room/:roomId',
  access: 'member',
  params: OfRoom,
  reply: Ok,
  summary: 'Убрать чат в архив; новое чужое сообщение вернёт его, если чат не без звука',
  errors: ['not_found'],
});
export const unarchiveRoom = route({
  method: 'DELETE',
  path: '/archive-room/:roomId',
  access: 'member',
  params: OfRoom,
  reply: Ok,
  summary: 'Вернуть чат из архива',
  errors: ['not_found'],
});
export const clearHistory = route({
  method: 'DELETE',
  path: '/room-history/:roomId',
  access: 'member',
  params: OfRoom,
  reply: Ok,
  summary: 'Очистить историю чата для себя: всё, что в нём есть сейчас; у других она остаётся',
  errors: ['not_found'],
});
export const restoreHistory = route({
  method: 'POST',
  path: '/room-history/:roomId',
  access: 'member',
  params: OfRoom,
  reply: Ok,
  summary: 'Вернуть очищенную историю; можно в течение минуты',
  errors: ['not_found', 'history_gone'],
});
export const folders = route({
  method: 'GET',
  path: '/chat-folders',
  access: 'member',
  reply: Type.Object({
    folders: Type.Array(Folder),
    archive: Type.Object({
      count: Type.Integer({ description: 'Чаты в архиве' }),
      unread: Type.Integer({ description: 'Чаты в архиве с непрочитанным' }),
    }),
  }),
  summary: 'Мои папки чатов по порядку и архив',
});
export const createFolder = route({
  method: 'POST',
  path: '/chat-folders',
  access: 'member',
  creates: true,
  body: Type.Object({
    name: Name,
    kinds: Type.Optional(Kinds),
    rooms: Type.Optional(Rooms),
  }),
  reply: WithFolder,
  summary: 'Создать папку чатов; она становится последней',
  errors: ['not_found', 'too_many_folders'],
});
export const editFolder = route({
  method: 'PATCH',
  path: '/chat-folders/:id',
  access: 'member',
  params: OfFolder,
  body: Type.Object({
    name: Type.Optional(Name),
    kinds: Type.Optional(Kinds),
    rooms: Type.Optional(Rooms),
  }),
  reply: WithFolder,
  summary: 'Изменить папку чатов; чего нет, остаётся',
  errors: ['not_found'],
});
export const removeFolder = route({
  method: 'DELETE',
  path: '/chat-folders/:id',
  access: 'member',
  params: OfFolder,
  reply: Ok,
  summary: 'Удалить папку; чаты остаются',
  errors: ['not_found'],
});
export const orderFolders = route({
  method: 'PUT',
  path: '/chat-folders',
  access: 'member',
  body: Type.Object({ folders: Type.Array(Id, { minItems: 1, maxItems: CHAT_LIST.folders }) }),
  reply: Ok,
  summary: 'Расставить папки в этом порядке; не названные остаются после них',
  errors: ['not_found'],
});
export const addToFolder = route({
  method: 'PUT',
  path: '/chat-folders/:id/:roomId',
  access: 'member',
  params: RoomOfFolder,
  reply: Ok,
  summary: 'Добавить чат в папку',
  errors: ['not_found', 'folder_full'],
});
export const takeFromFolder = route({
  method: 'DELETE',
  path: '/chat-folders/:id/:roomId',
  access: 'member',
  params: RoomOfFolder,
  reply: Ok,
  summary: 'Убрать чат из папки',
  errors: ['not_found'],
});
