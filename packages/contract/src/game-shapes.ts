import { Type } from 'typebox';
import { FILES } from './limits.ts';
import { Mentions } from './mentions.ts';
import { Picture } from './person.ts';
import { Comment } from './reactions.ts';
import { Id, Moment, Nullable } from './route.ts';

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

export const Status = Type.Unsafe<GameStatus>(Type.String({ enum: [...STATUSES] }));
export const OwnStatus = Type.Unsafe<GameStatus | null>({
  type: ['string', 'null'],
  enum: [...STATUSES, null],
});
export const Rating = Type.Number({ description: 'Средняя оценка, до десятых; 0 — оценок нет' });
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
export const OneGame = Type.Object({ game: Game });
export const Target = Type.Object({ id: Id });
export const Flag = Type.Optional(Type.Unknown());
export const Words = Type.Optional(
  Type.String({ maxLength: 1_000, description: 'Жанры и метки через запятую' }),
);
export const State = Type.Object({
  state: Type.Optional(Type.Unsafe<'on' | 'off'>(Type.String({ enum: ['on', 'off'] }))),
});
export const onePicture = { count: 1, maxBytes: FILES.picture.maxBytes } as const;
