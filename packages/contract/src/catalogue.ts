import { Type } from 'typebox';
import { CATALOGUE, FILES, LENGTHS } from './limits.ts';
import { Mentions, MentionsField } from './mentions.ts';
import { PersonCard, Picture } from './person.ts';
import { Comment, CommentText } from './reactions.ts';
import { Id, Line, ListQuery, Moment, Nullable, Ok, Text, route } from './route.ts';

/** The main genres of a game; finer distinctions are tags chosen by the admin. */
export const GENRES = [
  'Приключения',
  'Боевик',
  'Ролевая',
  'Стратегия',
  'Головоломка',
  'Платформер',
  'Гонки',
  'Симулятор',
  'Спорт',
  'Хоррор',
  'Казуальная',
  'Настольная',
  'Музыкальная',
  'Приложение',
] as const;
export type Genre = (typeof GENRES)[number];
/** The status of a game for a member. */
export const STATUSES = ['want', 'playing', 'finished', 'dropped'] as const;
export type GameStatus = (typeof STATUSES)[number];
export const GAME_SORTS = ['new', 'popular', 'rating'] as const;
export type GameSort = (typeof GAME_SORTS)[number];
/** The APK signature schemes. */
export const SCHEMES = ['v1', 'v2', 'v3'] as const;
export type Scheme = (typeof SCHEMES)[number];

const Status = Type.Unsafe<GameStatus>(Type.String({ enum: [...STATUSES] }));
const OwnStatus = Type.Unsafe<GameStatus | null>({
  type: ['string', 'null'],
  enum: [...STATUSES, null],
});
const Rating = Type.Number({ description: 'Средняя оценка, до десятых; 0 — оценок нет' });
const Labels = Type.Array(Type.String());
const StoredPicture = Nullable(Picture);
/** The metadata read from an application's file. */
export const Passport = Type.Object({
  package: Type.String(),
  versionName: Type.String(),
  versionCode: Type.Integer(),
  minSdk: Nullable(Type.Integer()),
  targetSdk: Nullable(Type.Integer()),
  permissions: Type.Array(
    Type.Object({
      name: Type.String(),
      text: Type.String({ description: 'По-русски; пусто: своё разрешение приложения' }),
    }),
  ),
  certificate: Type.String({ description: 'SHA-256 сертификата, которым подписан файл, hex' }),
  signer: Type.String({ description: 'Кому выдан сертификат' }),
  schemes: Type.Array(Type.Unsafe<Scheme>(Type.String({ enum: [...SCHEMES] }))),
  hash: Type.String({ description: 'SHA-256 файла, hex' }),
  bytes: Type.Integer(),
});
export const GameVersion = Type.Object({
  _id: Id,
  version: Type.String(),
  changes: Type.String(),
  date: Moment,
  downloadUrl: Type.String({ description: 'Имя в /media/gamedownloads; пусто: файла нет' }),
  downloads: Type.Integer(),
  passport: Nullable(Passport),
});
/** A game that a member marked, as shown on their page. */
export const MarkedGame = Type.Object({
  _id: Id,
  name: Type.String(),
  preview: StoredPicture,
  status: Status,
});
/** A game in a list. */
export const GameCard = Type.Object({
  _id: Id,
  name: Type.String(),
  description: Type.String({ description: 'В списках — начало' }),
  version: Type.String(),
  previewUrl: Type.String({ description: 'Имя в /media/gamepreviews; пусто: рисуется по _id' }),
  preview: StoredPicture,
  downloadUrl: Type.String(),
  rating: Rating,
  votes: Type.Integer(),
  mine: Nullable(Type.Integer({ description: 'Моя оценка' })),
  status: OwnStatus,
  downloads: Type.Integer({ description: 'Сколько участников скачали, каждый один раз на версию' }),
  commentsCount: Type.Integer(),
  genres: Labels,
  tags: Labels,
  date: Moment,
});
/** A publicly readable comment; a visitor learns only the author's first name. */
export const GameComment = Type.Object({
  ...Comment.properties,
  user: Nullable(Type.String()),
  answered: Nullable(
    Type.Object({ user: Nullable(Type.String()), name: Type.String(), surname: Type.String() }),
  ),
});
export const Game = Type.Object({
  ...GameCard.properties,
  mentions: Mentions,
  screenshots: Type.Array(Picture),
  comments: Type.Array(GameComment, { description: 'Новые 50, последние в конце' }),
  file: Nullable(GameVersion),
  versions: Type.Integer({ description: 'Сколько было версий' }),
  isLanding: Type.Boolean({ description: 'Её ссылка стоит на первой странице' }),
  updated: Moment,
});
const OneGame = Type.Object({ game: Game });
const Target = Type.Object({ id: Id });
const Flag = Type.Optional(Type.Unknown());
const Words = Type.Optional(
  Type.String({ maxLength: 1_000, description: 'Жанры и метки через запятую' }),
);
const State = Type.Object({
  state: Type.Optional(Type.Unsafe<'on' | 'off'>(Type.String({ enum: ['on', 'off'] }))),
});
const onePicture = { count: 1, maxBytes: FILES.picture.maxBytes } as const;
const text = {
  description: Type.Optional(
    Text({ max: LENGTHS.description, long: 'Описание не длиннее 5 000 символов' }),
  ),
  mentions: MentionsField,
  version: Type.Optional(Line({ max: CATALOGUE.version, long: 'Версия не длиннее 40 символов' })),
  changes: Type.Optional(
    Text({ max: LENGTHS.description, long: 'Изменения не длиннее 5 000 символов' }),
  ),
  genres: Flag,
  tags: Flag,
  upload: Type.Optional(Text({ max: 100 })),
  date: Flag,
} as const;
const Name = Line({
  max: LENGTHS.title,
  min: 1,
  empty: 'Введите название',
  long: 'Название не длиннее 100 символов',
});
const files = {
  preview: onePicture,
  screenshot: {
    count: CATALOGUE.screenshots,
    maxBytes: FILES.picture.maxBytes,
    tooMany: 'too_many_screenshots',
  },
  source: { count: 1, maxBytes: FILES.apk, hashed: true },
} as const;
const APK_ERRORS = ['bad_apk', 'no_manifest', 'unsigned_apk', 'broken_signature'] as const;
const FILE_ERRORS = [
  'bad_mentions',
  'forbidden',
  'bad_tags',
  'too_many_screenshots',
  'bad_type',
  'too_large',
  'no_space',
  'unavailable',
  'upload_unfinished',
  'upload_lost',
  ...APK_ERRORS,
] as const;

export const list = route({
  method: 'GET',
  path: '/games/games',
  access: 'reader',
  limit: 'search',
  summary:
    'Каталог; q — в названии и описании, with и without — жанры и метки, которые должны быть и которых быть не должно',
  query: Type.Object({
    ...ListQuery.properties,
    before: Type.Optional(Id),
    sort: Type.Optional(Type.Unsafe<GameSort>(Type.String({ enum: [...GAME_SORTS] }))),
    with: Words,
    without: Words,
  }),
  reply: Type.Object({
    games: Type.Array(GameCard),
    count: Type.Integer({ description: `Не больше ${CATALOGUE.counted}: дальше не считается` }),
    isLast: Type.Boolean(),
  }),
});
export const one = route({
  method: 'GET',
  path: '/games/game/:id',
  access: 'reader',
  params: Target,
  summary: 'Игра',
  reply: OneGame,
  errors: ['not_found'],
});
export const labels = route({
  method: 'GET',
  path: '/games/labels',
  access: 'reader',
  summary: 'Жанры и частые метки каталога',
  reply: Type.Object({
    labels: Type.Array(
      Type.Object({ name: Type.String(), isGenre: Type.Boolean(), games: Type.Integer() }),
    ),
  }),
});
export const versions = route({
  method: 'GET',
  path: '/games/versions/:id',
  access: 'reader',
  params: Target,
  query: Type.Object({ before: Type.Optional(Id) }),
  summary: 'Версии игры, новые сверху',
  reply: Type.Object({ versions: Type.Array(GameVersion), isLast: Type.Boolean() }),
  errors: ['not_found'],
});
export const download = route({
  method: 'GET',
  path: '/games/download/:id',
  access: 'reader',
  params: Target,
  summary: 'Скачать файл игры или её версии; участнику засчитывается один раз на версию',
  reply: 'file',
  errors: ['not_found'],
});

// ── what members do
export const rate = route({
  method: 'GET',
  path: '/games/rate/:id/:rating',
  access: 'member',
  writes: true,
  limit: 'likes',
  summary: 'Оценить от 1 до 5; новая оценка заменяет прежнюю',
  params: Type.Object({
    id: Id,
    rating: Type.Integer({
      minimum: 1,
      maximum: 5,
      errorTexts: {
        type: 'Оценка — от 1 до 5.',
        minimum: 'Оценка — от 1 до 5.',
        maximum: 'Оценка — от 1 до 5.',
      },
    }),
  }),
  reply: Type.Object({ rating: Rating, votes: Type.Integer(), mine: Nullable(Type.Integer()) }),
  errors: ['not_found'],
});
export const unrate = route({
  method: 'DELETE',
  path: '/games/rate/:id',
  access: 'member',
  limit: 'likes',
  params: Target,
  summary: 'Убрать свою оценку',
  reply: rate.reply,
  errors: ['not_found'],
});
export const setStatus = route({
  method: 'POST',
  path: '/games/status/:id',
  access: 'member',
  limit: 'likes',
  params: Target,
  summary: 'Хочу, играю, прошёл, бросил; без status — ничего из этого',
  body: Type.Object({ status: Type.Optional(Status) }),
  reply: Type.Object({ status: OwnStatus }),
  errors: ['not_found', 'too_many_games'],
});
export const mine = route({
  method: 'GET',
  path: '/games/mine/:status',
  access: 'member',
  params: Type.Object({ status: Status }),
  query: Type.Object({ before: Type.Optional(Id) }),
  summary: 'Мои игры, новые отметки сверху',
  reply: Type.Object({ games: Type.Array(GameCard), isLast: Type.Boolean() }),
});
export const friends = route({
  method: 'GET',
  path: '/games/friends/:id',
  access: 'member',
  params: Target,
  summary: 'Друзья, у которых эта игра отмечена; играющие первые',
  reply: Type.Object({
    friends: Type.Array(Type.Object({ person: PersonCard, status: Status })),
    count: Type.Integer(),
  }),
  errors: ['not_found'],
});
export const comment = route({
  method: 'POST',
  path: '/games/comment/:gameId',
  creates: true,
  access: 'member',
  limit: 'comments',
  params: Type.Object({ gameId: Id }),
  summary: 'Комментировать игру',
  body: Type.Object({
    comment: CommentText,
    date: Flag,
    answerTo: Type.Optional(Id),
    mentions: MentionsField,
  }),
  reply: Type.Object({
    comments: Type.Array(Comment, { description: 'Новые 50, этот последний' }),
  }),
  errors: ['not_found', 'bad_mentions'],
});
export const likeComment = route({
  method: 'GET',
  path: '/games/likecomment/:commentId',
  access: 'member',
  writes: true,
  limit: 'likes',
  params: Type.Object({ commentId: Id }),
  query: State,
  summary: 'Поставить или снять отметку комментарию',
  reply: Type.Object({ liked: Type.Boolean(), likes: Type.Integer() }),
  errors: ['not_found'],
});

// ── what the admin does
export const upload = route({
  method: 'POST',
  path: '/games/upload',
  creates: true,
  access: 'admin',
  limit: 'uploads',
  summary: 'Добавить игру; source — APK, или upload — законченная докачиваемая загрузка',
  form: { fields: Type.Object({ name: Name, ...text }), files },
  reply: OneGame,
  errors: FILE_ERRORS,
});
export const update = route({
  method: 'POST',
  path: '/games/update/:id',
  access: 'admin',
  limit: 'uploads',
  params: Target,
  summary:
    'Изменить игру; чего нет в форме, остаётся. Другой файл или другая версия — новая версия',
  form: {
    fields: Type.Object({
      name: Type.Optional(Name),
      ...text,
      keep: Type.Optional(
        Type.String({
          maxLength: 2_000,
          description: 'Какие снимки остаются, по порядку: имена, JSON; новые идут за ними',
        }),
      ),
      removePreview: Flag,
    }),
    files,
  },
  reply: OneGame,
  errors: [
    'not_found',
    'bad_input',
    ...FILE_ERRORS,
    'other_certificate',
    'other_package',
    'older_version',
  ],
});
export const remove = route({
  method: 'DELETE',
  path: '/games/game/:id',
  access: 'admin',
  params: Target,
  summary: 'Удалить игру со всеми файлами, оценками и комментариями',
  reply: Ok,
  errors: ['not_found'],
});

/** The platform's own application. */
export const LandingApp = Type.Object({
  _id: Id,
  name: Type.String(),
  version: Type.String(),
  downloadUrl: Type.String(),
  bytes: Type.Integer(),
});
export const landing = route({
  method: 'GET',
  path: '/games/landing',
  access: 'visitor',
  summary: 'Приложение для первой страницы; null: его нет',
  reply: Type.Object({ game: Nullable(LandingApp) }),
});
export const setLanding = route({
  method: 'POST',
  path: '/games/landing/:id',
  access: 'admin',
  params: Target,
  summary: 'Поставить приложение на первую страницу вместо прежнего',
  reply: Ok,
  errors: ['not_found', 'no_apk'],
});
export const unsetLanding = route({
  method: 'DELETE',
  path: '/games/landing/:id',
  access: 'admin',
  params: Target,
  summary: 'Убрать приложение с первой страницы',
  reply: Ok,
  errors: ['not_found'],
});
