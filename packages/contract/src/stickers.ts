import { Type } from 'typebox';
import { FILES, LENGTHS, STICKERS } from './limits.ts';
import { PostHead } from './person.ts';
import { Id, Line, Moment, Nullable, Ok, route } from './route.ts';

export const PACK_KINDS = ['sticker', 'emoji'] as const;
export type PackKind = (typeof PACK_KINDS)[number];

/** A picture of a pack; `name` is a file in /media/stickers. */
export const Sticker = Type.Object({
  _id: Id,
  pack: Nullable(Type.String({ description: 'Набор; null, если картинку из него убрали' })),
  emoji: Type.String(),
  name: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  thumbhash: Type.String(),
});
/** A pack in a list; `cover` is its first picture. */
export const Pack = Type.Object({
  _id: Id,
  kind: Type.Unsafe<PackKind>(Type.String({ enum: [...PACK_KINDS] })),
  title: Type.String(),
  owner: PostHead,
  count: Type.Integer(),
  cover: Type.Array(Sticker, { maxItems: 1 }),
  isMine: Type.Boolean(),
  isAdded: Type.Boolean(),
});
const WholePack = Type.Object({ ...Pack.properties, stickers: Type.Array(Sticker) });
/** An animated picture that a member has saved; `name` is a file in /media/gifs. */
export const SavedGif = Type.Object({
  _id: Id,
  name: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  thumbhash: Type.String(),
  date: Moment,
});

const OfPack = Type.Object({ id: Id });
const title = Line({
  max: LENGTHS.title,
  min: 1,
  empty: 'Назовите набор.',
  long: 'Название не длиннее 100 символов.',
});
const emoji = Type.String({
  minLength: 1,
  maxLength: 40,
  errorTexts: { required: 'Выберите эмодзи.', minLength: 'Выберите эмодзи.' },
});
const OnePack = Type.Object({ pack: WholePack });

export const packs = route({
  method: 'GET',
  path: '/stickers/packs',
  access: 'member',
  summary: 'Наборы, которые я добавил, в моём порядке, и мои собственные, новые сверху',
  reply: Type.Object({ added: Type.Array(Pack), own: Type.Array(Pack) }),
});
export const pack = route({
  method: 'GET',
  path: '/stickers/packs/:id',
  access: 'member',
  params: OfPack,
  summary: 'Набор со всеми картинками',
  reply: OnePack,
  errors: ['not_found'],
});
export const create = route({
  method: 'POST',
  path: '/stickers/packs',
  creates: true,
  access: 'member',
  limit: 'packs',
  body: Type.Object({
    title,
    kind: Type.Unsafe<PackKind>(
      Type.String({
        enum: [...PACK_KINDS],
        errorTexts: { required: 'Выберите, что будет в наборе.' },
      }),
    ),
  }),
  summary: 'Создать набор стикеров или эмодзи; он сразу добавлен себе',
  reply: OnePack,
  errors: ['too_many_packs', 'too_many_added'],
});
export const rename = route({
  method: 'PUT',
  path: '/stickers/packs/:id',
  access: 'member',
  params: OfPack,
  body: Type.Object({ title }),
  summary: 'Переименовать свой набор',
  reply: OnePack,
  errors: ['not_found'],
});
export const remove = route({
  method: 'DELETE',
  path: '/stickers/packs/:id',
  access: 'member',
  params: OfPack,
  summary: 'Удалить свой набор; отправленные картинки остаются в сообщениях',
  reply: Ok,
  errors: ['not_found'],
});
export const addImages = route({
  method: 'POST',
  path: '/stickers/packs/:id/images',
  creates: true,
  access: 'member',
  limit: 'uploads',
  params: OfPack,
  form: {
    fields: Type.Object({ emoji: Type.Optional(emoji) }),
    files: { file: { count: STICKERS.atOnce, maxBytes: FILES.picture.maxBytes } },
  },
  summary: 'Добавить картинки в свой набор, всем один эмодзи; все или ни одной',
  reply: OnePack,
  errors: [
    'no_file',
    'not_found',
    'bad_type',
    'too_large',
    'bad_emoji',
    'too_many_stickers',
    'storage_full',
  ],
});
export const arrange = route({
  method: 'PUT',
  path: '/stickers/packs/:id/order',
  access: 'member',
  params: OfPack,
  body: Type.Object({ ids: Type.Array(Id, { maxItems: STICKERS.inPack }) }),
  summary: 'Расставить картинки своего набора; непереданные остаются после переданных',
  reply: OnePack,
  errors: ['not_found'],
});
export const setEmoji = route({
  method: 'PUT',
  path: '/stickers/images/:id',
  access: 'member',
  params: OfPack,
  body: Type.Object({ emoji }),
  summary: 'Выбрать эмодзи картинки своего набора',
  reply: OnePack,
  errors: ['not_found', 'bad_emoji'],
});
export const removeImage = route({
  method: 'DELETE',
  path: '/stickers/images/:id',
  access: 'member',
  params: OfPack,
  summary: 'Убрать картинку из своего набора; в отправленных сообщениях она остаётся',
  reply: Ok,
  errors: ['not_found'],
});
export const add = route({
  method: 'PUT',
  path: '/stickers/packs/:id/added',
  access: 'member',
  params: OfPack,
  summary: 'Добавить набор себе',
  reply: Ok,
  errors: ['not_found', 'too_many_added'],
});
export const drop = route({
  method: 'DELETE',
  path: '/stickers/packs/:id/added',
  access: 'member',
  params: OfPack,
  summary: 'Убрать набор у себя',
  reply: Ok,
});
export const arrangePacks = route({
  method: 'PUT',
  path: '/stickers/order',
  access: 'member',
  body: Type.Object({ ids: Type.Array(Id, { maxItems: STICKERS.added }) }),
  summary: 'Расставить добавленные наборы; непереданные остаются после переданных',
  reply: Ok,
});

export const gifs = route({
  method: 'GET',
  path: '/gifs',
  access: 'member',
  query: Type.Object({ before: Type.Optional(Id) }),
  summary: 'Мои сохранённые GIF, новые сверху',
  reply: Type.Object({ gifs: Type.Array(SavedGif), isLast: Type.Boolean() }),
});
export const saveGif = route({
  method: 'POST',
  path: '/gifs',
  access: 'member',
  limit: 'likes',
  body: Type.Object({
    message: Id,
    name: Type.String({
      pattern: '^[0-9a-f]{32}\\.webp$',
      description: 'Имя картинки в сообщении',
    }),
  }),
  summary: 'Сохранить движущуюся картинку сообщения; та же второй раз — одна',
  reply: Type.Object({ gif: SavedGif }),
  errors: ['not_found', 'not_moving', 'too_many_gifs', 'storage_full', 'no_space'],
});
export const removeGif = route({
  method: 'DELETE',
  path: '/gifs/:id',
  access: 'member',
  params: OfPack,
  summary: 'Убрать из сохранённых',
  reply: Ok,
  errors: ['not_found'],
});
