import { Type } from 'typebox';
import { BOOKMARKS } from './limits.ts';
import { ObjectCard } from './sharing.ts';
import { Id, Line, Moment, Nullable, Ok, route } from './route.ts';

/** What can be bookmarked, by the first part of its address. */
export const BOOKMARKED_KINDS = ['userpost', 'publicpost', 'video', 'app', 'ad'] as const;
export type BookmarkedKind = (typeof BOOKMARKED_KINDS)[number];
const Kind = Type.Unsafe<BookmarkedKind>(Type.String({ enum: [...BOOKMARKED_KINDS] }));
const Target = Type.Object({ kind: Kind, id: Id });
const OfFolder = Type.Object({ id: Id });
const Named = Type.Object({
  name: Line({
    max: BOOKMARKS.folderName,
    min: 1,
    empty: 'Введите название папки',
    long: `Название не длиннее ${BOOKMARKS.folderName} символов`,
  }),
});
const InFolder = Nullable(Type.String({ description: 'Папка; null — без папки' }));

export const Bookmark = Type.Object({
  _id: Id,
  kind: Kind,
  object: Id,
  folder: InFolder,
  date: Moment,
  card: Nullable(ObjectCard),
});
export const Folder = Type.Object({ _id: Id, name: Type.String(), count: Type.Integer() });
const OneFolder = Type.Object({ folder: Folder });

export const list = route({
  method: 'GET',
  path: '/bookmarks',
  access: 'member',
  query: Type.Object({
    before: Type.Optional(Id),
    kind: Type.Optional(Kind),
    folder: Type.Optional(Id),
  }),
  summary: 'Мои закладки, новые сверху: все, одного вида или из одной папки',
  reply: Type.Object({ bookmarks: Type.Array(Bookmark), isLast: Type.Boolean() }),
  errors: ['not_found'],
});
export const one = route({
  method: 'GET',
  path: '/bookmarks/:kind/:id',
  access: 'member',
  params: Target,
  summary: 'Есть ли в моих закладках, и в какой папке',
  reply: Type.Object({ bookmarked: Type.Boolean(), folder: InFolder }),
});
export const put = route({
  method: 'PUT',
  path: '/bookmarks/:kind/:id',
  access: 'member',
  limit: 'likes',
  params: Target,
  body: Type.Object({
    folder: Type.Optional(
      Nullable(Type.String({ maxLength: 36, description: 'Папка; null — без папки' })),
    ),
  }),
  summary: 'Добавить в закладки или переложить; без folder остаётся, где лежит',
  reply: Ok,
  errors: ['not_found', 'too_many_bookmarks'],
});
export const remove = route({
  method: 'DELETE',
  path: '/bookmarks/:kind/:id',
  access: 'member',
  params: Target,
  summary: 'Убрать из закладок',
  reply: Ok,
});
export const folders = route({
  method: 'GET',
  path: '/bookmark-folders',
  access: 'member',
  summary: 'Мои папки закладок и сколько в них',
  reply: Type.Object({ folders: Type.Array(Folder), count: Type.Integer() }),
});
export const createFolder = route({
  method: 'POST',
  path: '/bookmark-folders',
  access: 'member',
  creates: true,
  body: Named,
  summary: 'Создать папку закладок',
  reply: OneFolder,
  errors: ['too_many_bookmark_folders'],
});
export const renameFolder = route({
  method: 'PATCH',
  path: '/bookmark-folders/:id',
  access: 'member',
  params: OfFolder,
  body: Named,
  summary: 'Переименовать папку закладок',
  reply: OneFolder,
  errors: ['not_found'],
});
export const removeFolder = route({
  method: 'DELETE',
  path: '/bookmark-folders/:id',
  access: 'member',
  params: OfFolder,
  summary: 'Удалить папку; закладки из неё остаются без папки',
  reply: Ok,
  errors: ['not_found'],
});
