import { Type } from 'typebox';
import {
  Flag,
  GAME_SORTS,
  GameCard,
  type GameSort,
  GameVersion,
  OneGame,
  OwnStatus,
  Rating,
  State,
  Status,
  Target,
  Words,
} from './game-shapes.ts';
import { CATALOGUE } from './limits.ts';
import { MentionsField } from './mentions.ts';
import { PersonCard } from './person.ts';
import { Comment, CommentText } from './reactions.ts';
import { Id, ListQuery, Nullable, route } from './route.ts';
export {
  GENRES,
  type Genre,
  STATUSES,
  type GameStatus,
  GAME_SORTS,
  type GameSort,
  SCHEMES,
  type Scheme,
  Passport,
  GameVersion,
  MarkedGame,
  GameCard,
  GameComment,
  Game,
} from './game-shapes.ts';
export {
  upload,
  update,
  remove,
  LandingApp,
  landing,
  setLanding,
  unsetLanding,
} from './catalogue-admin.ts';

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
