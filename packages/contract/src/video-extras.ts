import { Type } from 'typebox';
import { LENGTHS } from './limits.ts';
import { MentionsField } from './mentions.ts';
import { Comment, CommentText } from './reactions.ts';
import { Id, Line, Moment, Nullable, Offset, Ok, Page, route } from './route.ts';
import { VideoCard, VideoMoment } from './videohost.ts';

const ofVideo = Type.Object({ videoId: Id });
const byId = Type.Object({ id: Id });
const anything = Type.Optional(Type.Unknown());
const Before = Type.Object({ before: Type.Optional(Id) });
const Walk = Type.Object({
  videos: Type.Array(VideoCard),
  isLast: Type.Boolean(),
  next: Nullable(Type.String({ description: 'Что передать в before' })),
});

// ── comments and moments
export const comments = route({
  method: 'GET',
  path: '/videohost/videos/comments/:videoId',
  access: 'member',
  params: ofVideo,
  summary: 'Комментарии видео, новые в конце',
  query: Type.Object({
    before: Type.Optional(Id),
    page: Type.Optional(Page),
    offset: Type.Optional(Offset),
  }),
  reply: Type.Object({
    comments: Type.Array(Comment),
    count: Type.Integer(),
    isLast: Type.Boolean(),
  }),
  errors: ['not_found'],
});
export const comment = route({
  method: 'POST',
  path: '/videohost/useractions/comment/:videoId',
  creates: true,
  access: 'member',
  limit: 'comments',
  params: ofVideo,
  summary: 'Комментировать видео; с second — момент, приколотый к секунде',
  body: Type.Object({
    date: anything,
    text: CommentText,
    answerTo: Type.Optional(Id),
    second: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    mentions: MentionsField,
  }),
  reply: Type.Object({ comment: Comment }),
  errors: ['not_found', 'bad_second', 'bad_mentions'],
});
export const moments = route({
  method: 'GET',
  path: '/videohost/videos/moments/:videoId',
  access: 'member',
  params: ofVideo,
  summary: 'Моменты видео по порядку, любимые из них',
  reply: Type.Object({ moments: Type.Array(VideoMoment) }),
  errors: ['not_found'],
});

// ── history, watch later, playlists
export const history = route({
  method: 'GET',
  path: '/videohost/history',
  access: 'member',
  query: Before,
  summary: 'Что я смотрел, последнее сверху',
  reply: Walk,
});
export const removeFromHistory = route({
  method: 'DELETE',
  path: '/videohost/history/:videoId',
  access: 'member',
  params: ofVideo,
  summary: 'Убрать видео из истории',
  reply: Ok,
});
export const clearHistory = route({
  method: 'DELETE',
  path: '/videohost/history',
  access: 'member',
  summary: 'Очистить историю',
  reply: Ok,
});
export const later = route({
  method: 'GET',
  path: '/videohost/later',
  access: 'member',
  query: Before,
  summary: '«Посмотреть позже», новое сверху',
  reply: Walk,
});
export const addLater = route({
  method: 'POST',
  path: '/videohost/later/:videoId',
  access: 'member',
  limit: 'likes',
  params: ofVideo,
  summary: 'Посмотреть позже',
  reply: Ok,
  errors: ['not_found', 'playlist_full'],
});
export const removeLater = route({
  method: 'DELETE',
  path: '/videohost/later/:videoId',
  access: 'member',
  params: ofVideo,
  summary: 'Убрать из «Посмотреть позже»',
  reply: Ok,
});

export const Playlist = Type.Object({
  _id: Id,
  name: Type.String(),
  open: Type.Boolean({ description: 'Виден всем участникам по ссылке' }),
  owner: Id,
  ownerName: Type.String(),
  count: Type.Integer(),
  date: Moment,
  has: Type.Boolean({ description: 'Есть ли в нём видео, о котором спросили' }),
});
const onePlaylist = Type.Object({ playlist: Playlist });
const playlistBody = Type.Object({
  name: Line({
    max: LENGTHS.title,
    min: 1,
    empty: 'Введите название плейлиста',
    long: 'Название не длиннее 100 символов',
  }),
  open: Type.Optional(Type.Boolean()),
});
const inPlaylist = {
  access: 'member',
  params: Type.Object({ id: Id, videoId: Id }),
  reply: Ok,
} as const;
export const playlists = route({
  method: 'GET',
  path: '/videohost/playlists',
  access: 'member',
  query: Type.Object({ video: Type.Optional(Id) }),
  summary: 'Мои плейлисты',
  reply: Type.Object({ playlists: Type.Array(Playlist) }),
});
export const createPlaylist = route({
  method: 'POST',
  path: '/videohost/playlists',
  creates: true,
  access: 'member',
  limit: 'posts',
  body: playlistBody,
  summary: 'Создать плейлист',
  reply: onePlaylist,
  errors: ['too_many_playlists'],
});
export const playlist = route({
  method: 'GET',
  path: '/videohost/playlists/:id',
  access: 'member',
  params: byId,
  query: Before,
  summary: 'Плейлист и его видео по порядку',
  reply: Type.Object({ ...onePlaylist.properties, ...Walk.properties }),
  errors: ['not_found'],
});
export const editPlaylist = route({
  method: 'POST',
  path: '/videohost/playlists/:id',
  access: 'member',
  params: byId,
  body: playlistBody,
  summary: 'Переименовать плейлист, открыть его или закрыть',
  reply: onePlaylist,
  errors: ['not_found'],
});
export const removePlaylist = route({
  method: 'DELETE',
  path: '/videohost/playlists/:id',
  access: 'member',
  params: byId,
  summary: 'Удалить плейлист',
  reply: Ok,
  errors: ['not_found'],
});
export const addToPlaylist = route({
  ...inPlaylist,
  method: 'POST',
  path: '/videohost/playlists/:id/:videoId',
  limit: 'likes',
  summary: 'Добавить видео в плейлист',
  errors: ['not_found', 'playlist_full'],
});
export const removeFromPlaylist = route({
  ...inPlaylist,
  method: 'DELETE',
  path: '/videohost/playlists/:id/:videoId',
  summary: 'Убрать видео из плейлиста',
  errors: ['not_found'],
});
