import { Type } from 'typebox';
import { FILES } from './limits.ts';
import { Mentions } from './mentions.ts';
import { Picture } from './person.ts';
import { Id, ListQuery, Moment, Nullable } from './route.ts';

export const CATEGORIES = [
  'Гайды',
  'Прохождения',
  'Обзоры',
  'Новости',
  'Юмор',
  'Разработка',
] as const;
export type Category = (typeof CATEGORIES)[number];
export const CategoryName = Type.Unsafe<Category>(
  Type.String({ enum: [...CATEGORIES], errorTexts: { enum: 'Выберите категорию' } }),
);
/**
 * The maximum size of a video (`docs/decisions.md`). It is here and not in limits.ts, which every
 * first visit loads.
 */
export const VIDEO_BYTES = 2 * 1024 ** 3;
/**
 * Who may watch: everyone, also without signing in, all members, members who have the link, or
 * friends of the channel's owner.
 */
export const VIDEO_AUDIENCES = ['open', 'all', 'link', 'friends'] as const;
export type VideoAudience = (typeof VIDEO_AUDIENCES)[number];
export const VideoAudienceName = Type.Unsafe<VideoAudience>(
  Type.String({ enum: [...VIDEO_AUDIENCES] }),
);
/**
 * Whether a video can be watched; one that cannot yet is visible only to those who run its channel.
 */
export const VIDEO_STATES = ['processing', 'ready', 'failed'] as const;
export type VideoState = (typeof VIDEO_STATES)[number];
/** The state of the renditions in other qualities. */
export const LADDER_STATES = ['none', 'waiting', 'done', 'failed'] as const;
export type LadderState = (typeof LADDER_STATES)[number];
/** The viewer's role in a channel. */
export const CHANNEL_ROLES = ['admin', 'helper', 'reader'] as const;
export type ChannelRole = (typeof CHANNEL_ROLES)[number];

export const ChannelCard = Type.Object({
  _id: Id,
  name: Type.String(),
  description: Type.String(),
  category: CategoryName,
  avatarUrl: Type.String({ description: 'Пусто: рисуется существо по _id' }),
  bannerUrl: Type.String(),
  admin: Id,
  subscribersCount: Type.Integer(),
  isSubscriber: Type.Boolean(),
  date: Moment,
});
export const Channel = Type.Object({
  ...ChannelCard.properties,
  videosCount: Type.Integer({ description: 'Видео для всех' }),
  isOpen: Type.Boolean({ description: 'Есть видео, открытые всем, и без входа' }),
  subscribers: Type.Array(Id, { description: 'Новые 100, и сам читающий, если подписан' }),
  role: Type.Unsafe<ChannelRole>(Type.String({ enum: [...CHANNEL_ROLES] })),
  mentions: Mentions,
});
export const VideoCard = Type.Object({
  _id: Id,
  title: Type.String(),
  description: Type.String({ description: 'В списках — первые 300 знаков' }),
  category: CategoryName,
  channel: Id,
  channelName: Type.String(),
  channelAvatarUrl: Type.String(),
  previewUrl: Type.String(),
  preview: Nullable(Picture),
  date: Moment,
  views: Type.Integer(),
  likes: Type.Integer(),
  duration: Type.Number({ description: 'Секунды' }),
  position: Type.Number({ description: 'Где я остановился, в секундах' }),
  isLater: Type.Boolean({ description: 'В моём «Посмотреть позже»' }),
  state: Type.Unsafe<VideoState>(Type.String({ enum: [...VIDEO_STATES] })),
  ladder: Type.Unsafe<LadderState>(Type.String({ enum: [...LADDER_STATES] })),
  audience: VideoAudienceName,
});
const Sprite = Type.Object({
  name: Type.String(),
  columns: Type.Integer(),
  rows: Type.Integer(),
  every: Type.Number({ description: 'Секунд между картинками' }),
});
export const Video = Type.Object({
  ...VideoCard.properties,
  videoUrl: Type.String({
    description: 'Исходный файл, который играет как есть; пусто, пока его нет',
  }),
  stream: Type.String({ description: 'Список HLS со всеми качествами; пусто, пока его нет' }),
  qualities: Type.Array(Type.Integer(), { description: 'Высоты, лучшие сверху' }),
  width: Type.Integer(),
  height: Type.Integer(),
  sprite: Nullable(Sprite),
  liked: Type.Boolean(),
  comments: Type.Integer(),
  isSubscriber: Type.Boolean(),
  subscribersCount: Type.Integer(),
  role: Type.Unsafe<ChannelRole>(Type.String({ enum: [...CHANNEL_ROLES] })),
  mentions: Mentions,
});
export const VideoMoment = Type.Object({
  _id: Id,
  second: Type.Integer(),
  text: Type.String(),
  likes: Type.Integer(),
  user: Id,
  name: Type.String(),
  surname: Type.String(),
  avatarUrl: Type.String(),
});

export const byId = Type.Object({ id: Id });
export const ofUser = Type.Object({ userId: Id });
export const ofChannel = Type.Object({ channelId: Id });
export const ofVideo = Type.Object({ videoId: Id });
export const anything = Type.Optional(Type.Unknown());
export const Before = Type.Optional(Id);
export const Paged = Type.Object({ ...ListQuery.properties, before: Before });
export const State = Type.Object({
  state: Type.Optional(Type.Unsafe<'on' | 'off'>(Type.String({ enum: ['on', 'off'] }))),
});
export const Videos = Type.Object({
  videos: Type.Array(VideoCard),
  count: Type.Integer(),
  isLast: Type.Boolean(),
});
export const onePicture = { count: 1, maxBytes: FILES.picture.maxBytes } as const;
