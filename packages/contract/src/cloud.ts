import { Type } from 'typebox';
import { FILES } from './limits.ts';
import { Picture } from './person.ts';
import { Id, Line, ListQuery, Moment, Nullable, Ok, Text, route } from './route.ts';

/** The root has the name 'root' and an empty id. */
export const Folder = Type.Object({ name: Type.String(), id: Type.String() });
export const Thing = Type.Object({
  _id: Id,
  name: Type.String(),
  type: Type.String({
    description: "'folder' или тип файла по содержимому: png, mp4, txt, docx, zip … или file",
  }),
  ext: Type.String({ description: 'Расширение имени' }),
  path: Type.String({ description: 'Имя в /media/cloud, пусто у папки' }),
  size: Type.Integer(),
  public: Type.Boolean(),
  owner: Nullable(Id),
  folder: Folder,
  date: Moment,
  preview: Nullable(Picture),
  shared: Type.Integer({ description: 'Скольким людям отправлен; только владельцу' }),
});
const Things = Type.Array(Thing);
export const byId = Type.Object({ id: Id });
const anything = Type.Optional(Type.Unknown());
// Control characters in a name are refused, so they have to arrive.
const name = Type.Optional(Text({ max: 1_000, long: 'Недопустимое имя', kind: 'raw' }));
const folderId = Type.Optional(Text({ max: 100 }));
const whole = Type.Object({ files: Things, count: Type.Integer(), isLast: Type.Boolean() });

export const upload = route({
  method: 'POST',
  path: '/cloud/upload-mobile',
  access: 'member',
  limit: 'cloudUploads',
  summary: 'Загрузить до пяти файлов: байтами или законченными докачиваемыми загрузками',
  query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
  form: {
    // folder: JSON of the open folder; names, uploads: JSON lists; keys: a list of UUIDs, one per
    // file: a file sent again with the same key is the same file.
    fields: Type.Object({ folder: anything, names: anything, uploads: anything, keys: anything }),
    files: { file: { count: FILES.cloudFiles, maxBytes: FILES.cloud, hashed: true } },
    totalBytes: FILES.cloudFiles * FILES.cloud,
  },
  reply: Type.Object({
    files: Things,
    count: Type.Integer(),
    isLast: Type.Boolean(),
    added: Things,
  }),
  errors: [
    'no_files',
    'too_many_files',
    'too_large',
    'cloud_full',
    'no_space',
    'bad_name',
    'bad_folder',
    'not_found',
    'too_many_things',
    'upload_unfinished',
    'upload_lost',
  ],
});
export const checkFolder = route({
  method: 'POST',
  path: '/cloud/checkfolder',
  access: 'member',
  summary: 'Годится ли имя новой папки',
  body: Type.Object({ name, folderId }),
  reply: Type.Object({ valid: Type.Boolean(), error: Type.String() }),
});
export const mkdir = route({
  method: 'POST',
  path: '/cloud/mkdir',
  creates: true,
  access: 'member',
  summary: 'Создать папку',
  body: Type.Object({ folder: anything, folderId, name }),
  reply: Type.Object({
    files: Things,
    count: Type.Integer(),
    isLast: Type.Boolean(),
    created: Thing,
  }),
  errors: [
    'empty_name',
    'bad_name',
    'name_taken',
    'not_found',
    'bad_folder',
    'too_deep',
    'too_many_things',
  ],
});
export const filesByFolder = route({
  method: 'POST',
  path: '/cloud/filesbyfolder',
  access: 'member',
  summary: 'Что лежит в папке с таким именем',
  query: ListQuery,
  body: Type.Object({ name }),
  reply: whole,
  errors: ['not_found'],
});
export const rootFiles = route({
  method: 'GET',
  path: '/cloud/rootfiles',
  access: 'member',
  summary: 'Что лежит в корне',
  query: ListQuery,
  reply: whole,
});
export const files = route({
  method: 'POST',
  path: '/cloud/files',
  access: 'member',
  summary: 'Что лежит в папке',
  query: ListQuery,
  body: Type.Object({ folder: anything }),
  reply: whole,
  errors: ['not_found', 'bad_folder'],
});

const way = Type.Object({ path: Type.Array(Type.String()), folders: Type.Array(Folder) });
export const getPath = route({
  method: 'GET',
  path: '/cloud/getpath/:folderId',
  access: 'member',
  params: Type.Object({ folderId: Type.String({ maxLength: 100 }) }),
  summary: 'Путь к папке',
  reply: way,
  errors: ['not_found'],
});
export const getRootPath = route({
  method: 'GET',
  path: '/cloud/getpath',
  access: 'member',
  summary: 'Путь к корню',
  reply: way,
});

export const SORTS = ['name', 'date', 'size', 'type'] as const;
export type Sort = (typeof SORTS)[number];
export const ORDERS = ['asc', 'desc'] as const;
export type Order = (typeof ORDERS)[number];
const page = Type.Object({
  files: Things,
  count: Type.Integer(),
  next: Nullable(Type.String({ description: 'Что передать в after; null: это конец' })),
});
export const list = route({
  method: 'GET',
  path: '/cloud/list',
  access: 'member',
  summary: 'Папка по порядку, страницами: сначала папки, потом файлы',
  query: Type.Object({
    folder: folderId,
    after: Type.Optional(Type.String({ maxLength: 1_000 })),
    sort: Type.Optional(Type.Unsafe<Sort>(Type.String({ enum: [...SORTS] }))),
    order: Type.Optional(Type.Unsafe<Order>(Type.String({ enum: [...ORDERS] }))),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  }),
  reply: page,
  errors: ['not_found', 'bad_input'],
});
export const search = route({
  method: 'GET',
  path: '/cloud/search',
  access: 'member',
  limit: 'search',
  summary: 'Поиск по именам во всём облаке, новые сверху',
  query: Type.Object({
    q: Line({ min: 1, max: 100, empty: 'Введите, что искать' }),
    before: Type.Optional(Id),
  }),
  reply: Type.Object({ files: Things, isLast: Type.Boolean() }),
});

export const fileErrors = ['not_found'] as const;
export const file = route({
  method: 'GET',
  path: '/cloud/file/:id',
  access: 'reader',
  params: byId,
  summary: 'Один файл: публичный видят все, остальные — владелец и кому отправлен',
  reply: Type.Object({ file: Thing }),
  errors: fileErrors,
});
const text = Type.Object({ text: Type.String(), isCut: Type.Boolean() });
export const fileText = route({
  method: 'GET',
  path: '/cloud/filetext/:id',
  access: 'reader',
  params: byId,
  summary: 'Текст файла txt, первый мегабайт',
  reply: text,
  errors: ['not_found', 'unreadable'],
});
export const hardFileText = route({
  method: 'GET',
  path: '/cloud/hardfiletext/:id',
  access: 'reader',
  limit: 'cloudReads',
  params: byId,
  summary: 'Текст документа doc, docx или rtf',
  reply: text,
  errors: ['not_found', 'unreadable', 'unavailable'],
});
export const download = route({
  method: 'GET',
  path: '/cloud/download/:id',
  access: 'reader',
  params: byId,
  summary: 'Скачать файл, или папку архивом zip',
  reply: 'file',
  errors: fileErrors,
});

export const remove = route({
  method: 'DELETE',
  path: '/cloud/delete/:id',
  access: 'member',
  params: byId,
  summary: 'Убрать файл или папку в корзину',
  reply: Ok,
  errors: fileErrors,
});
export const removeByGet = route({ ...remove, method: 'GET', writes: true });
export const rmdir = route({
  method: 'DELETE',
  path: '/rmdir/:id',
  access: 'member',
  params: byId,
  summary: 'Убрать папку в корзину',
  reply: Ok,
  errors: fileErrors,
});
export const contents = route({
  method: 'GET',
  path: '/cloud/contents/:id',
  access: 'member',
  params: byId,
  summary: 'Сколько всего лежит в папке',
  reply: Type.Object({ files: Type.Integer(), folders: Type.Integer(), size: Type.Integer() }),
  errors: fileErrors,
});

export const rename = route({
  method: 'POST',
  path: '/cloud/rename/:id',
  access: 'member',
  params: byId,
  body: Type.Object({ name }),
  summary: 'Переименовать',
  reply: Type.Object({ file: Thing }),
  errors: ['not_found', 'empty_name', 'bad_name', 'name_taken'],
});
export const move = route({
  method: 'POST',
  path: '/cloud/move/:id',
  access: 'member',
  params: byId,
  body: Type.Object({ folderId }),
  summary: 'Переместить в другую папку',
  reply: Type.Object({ file: Thing }),
  errors: ['not_found', 'into_itself', 'too_deep'],
});
export const usage = route({
  method: 'GET',
  path: '/cloud/usage',
  access: 'member',
  summary: 'Сколько места занято, в байтах',
  reply: Type.Object({
    used: Type.Integer(),
    quota: Type.Integer(),
    files: Type.Integer(),
    trash: Type.Integer(),
  }),
});
