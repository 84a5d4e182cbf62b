import { Type } from 'typebox';
import { Picture, PostHead } from './person.ts';
import { Id, Moment, Nullable, route } from './route.ts';

/** Who may read a community: its members' site only, or everyone, also without signing in. */
export const READERS = ['all', 'members'] as const;
export type Readers = (typeof READERS)[number];
export const ReadersName = Type.Unsafe<Readers>(Type.String({ enum: [...READERS] }));

export const OpenCommunity = Type.Object({
  _id: Id,
  name: Type.String(),
  description: Type.String(),
  avatarUrl: Type.String(),
  bannerUrl: Type.String(),
  subscribersCount: Type.Integer(),
  postsCount: Type.Integer(),
  date: Moment,
});
export const OpenArticle = Type.Object({
  _id: Id,
  public: Id,
  title: Type.String(),
  text: Type.String(),
  pictures: Type.Array(Picture),
  date: Moment,
  edited: Nullable(Type.String()),
  pinned: Type.Boolean(),
  likes: Type.Integer(),
  head: PostHead,
});
/** A publicly readable comment; a visitor learns only the author's first name. */
export const OpenComment = Type.Object({
  _id: Id,
  name: Type.String(),
  date: Moment,
  text: Type.String(),
  likes: Type.Integer(),
});
export const OpenChannel = Type.Object({
  _id: Id,
  name: Type.String(),
  description: Type.String(),
  avatarUrl: Type.String(),
  bannerUrl: Type.String(),
  subscribersCount: Type.Integer(),
  date: Moment,
});
export const OpenVideoCard = Type.Object({
  _id: Id,
  title: Type.String(),
  description: Type.String({ description: 'В списках — первые 300 знаков' }),
  category: Type.String(),
  channel: Id,
  channelName: Type.String(),
  channelAvatarUrl: Type.String(),
  preview: Nullable(Picture),
  date: Moment,
  views: Type.Integer(),
  duration: Type.Number({ description: 'Секунды' }),
});
export const OpenVideo = Type.Object({
  ...OpenVideoCard.properties,
  likes: Type.Integer(),
  videoUrl: Type.String({
    description: 'Файл в /media/videohostvideos, который играет как есть; пусто, если такого нет',
  }),
  stream: Type.String({ description: 'Список HLS; пусто, пока его нет' }),
  qualities: Type.Array(Type.Integer()),
  width: Type.Integer(),
  height: Type.Integer(),
});
export const OpenPerson = Type.Object({ ...PostHead.properties, postsCount: Type.Integer() });

const byId = Type.Object({ id: Id });
const Before = Type.Object({ before: Type.Optional(Id) });
const isLast = Type.Boolean();
/** Nothing here depends on the caller: the token is not read. */
const open = { method: 'GET', access: 'visitor', params: byId, errors: ['not_found'] } as const;
const comments = {
  ...open,
  query: Before,
  reply: Type.Object({ comments: Type.Array(OpenComment), isLast }),
} as const;

export const community = route({
  ...open,
  path: '/open/communities/:id',
  summary: 'Группа, открытая всем, и без входа',
  reply: Type.Object({ community: OpenCommunity }),
});
export const articles = route({
  ...open,
  path: '/open/communities/:id/articles',
  summary: 'Посты открытой группы, закреплённый первым, дальше новые сверху',
  query: Before,
  reply: Type.Object({ articles: Type.Array(OpenArticle), isLast }),
});
export const article = route({
  ...open,
  path: '/open/articles/:id',
  summary: 'Пост открытой группы',
  reply: Type.Object({ article: OpenArticle }),
});
export const articleComments = route({
  ...comments,
  path: '/open/articles/:id/comments',
  summary: 'Комментарии, написанные с тех пор, как группа открыта; новые в конце',
});
export const channel = route({
  ...open,
  path: '/open/channels/:id',
  summary: 'Канал, в котором есть открытые видео',
  reply: Type.Object({ channel: OpenChannel }),
});
export const channelVideos = route({
  ...open,
  path: '/open/channels/:id/videos',
  summary: 'Открытые видео канала, новые сверху',
  query: Before,
  reply: Type.Object({ videos: Type.Array(OpenVideoCard), isLast }),
});
export const video = route({
  ...open,
  path: '/open/videos/:id',
  summary: 'Видео, открытое всем, и без входа',
  reply: Type.Object({ video: OpenVideo }),
});
export const videoComments = route({
  ...comments,
  path: '/open/videos/:id/comments',
  summary: 'Комментарии, написанные с тех пор, как видео открыто; новые в конце',
});
export const person = route({
  ...open,
  path: '/open/people/:id',
  summary: 'Чья это стена, если она открыта всем и на ней есть посты',
  reply: Type.Object({ person: OpenPerson }),
});
