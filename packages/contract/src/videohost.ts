import { Type } from 'typebox';
import { FILES, LENGTHS } from './limits.ts';
import { Mentions, MentionsField } from './mentions.ts';
import { PersonCard, Picture } from './person.ts';
import { Id, Line, ListQuery, Moment, Nullable, Ok, Text, route } from './route.ts';

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

const byId = Type.Object({ id: Id });
const ofUser = Type.Object({ userId: Id });
const ofChannel = Type.Object({ channelId: Id });
const ofVideo = Type.Object({ videoId: Id });
const anything = Type.Optional(Type.Unknown());
const Before = Type.Optional(Id);
const Paged = Type.Object({ ...ListQuery.properties, before: Before });
const State = Type.Object({
  state: Type.Optional(Type.Unsafe<'on' | 'off'>(Type.String({ enum: ['on', 'off'] }))),
});
export const Channels = Type.Object({
  channels: Type.Array(ChannelCard),
  count: Type.Integer(),
  isLast: Type.Boolean(),
});
export const Videos = Type.Object({
  videos: Type.Array(VideoCard),
  count: Type.Integer(),
  isLast: Type.Boolean(),
});
const channelReply = Type.Object({ channel: Channel });
const videoReply = Type.Object({ id: Id, video: Video });
const liked = Type.Object({ liked: Type.Boolean(), likes: Type.Integer() });
const onePicture = { count: 1, maxBytes: FILES.picture.maxBytes } as const;
const MAIN_FIELDS = 'Не заполнены главные поля создания канала';
const MAIN_VIDEO = 'Не введены заполненые основные параметры видео';
const channelForm = {
  fields: Type.Object({
    name: Line({
      max: LENGTHS.title,
      min: 1,
      empty: MAIN_FIELDS,
      long: 'Название не длиннее 100 символов',
    }),
    description: Type.Optional(
      Text({ max: LENGTHS.description, long: 'Описание не длиннее 5 000 символов' }),
    ),
    mentions: MentionsField,
    category: Type.Optional(CategoryName),
    date: anything,
    removeAvatar: anything,
    removeBanner: anything,
  }),
  files: { avatar: onePicture, banner: onePicture },
} as const;
const Title = Line({
  max: LENGTHS.title,
  min: 1,
  empty: MAIN_VIDEO,
  long: 'Название не длиннее 100 символов',
});
const Description = Type.Optional(
  Text({ max: LENGTHS.description, long: 'Описание не длиннее 5 000 символов' }),
);

// ── channels
const channelList = {
  method: 'GET',
  access: 'member',
  params: ofUser,
  query: Paged,
  reply: Channels,
  errors: ['forbidden'],
} as const;
export const channelByAdmin = route({
  method: 'GET',
  path: '/videohost/channels/channelbyadmin/:userId',
  access: 'member',
  params: ofUser,
  summary: 'Канал человека или null',
  reply: Type.Object({ channel: Nullable(Channel) }),
});
export const recommendedChannelsMain = route({
  ...channelList,
  path: '/videohost/channels/recommendedmain/:userId',
  summary: 'Несколько каналов по моим категориям',
});
export const recommendedChannels = route({
  ...channelList,
  path: '/videohost/channels/recommended/:userId',
  summary: 'Каналы по моим категориям, на которые я не подписан, большие сверху',
});
export const subscribedMain = route({
  ...channelList,
  path: '/videohost/channels/subscribes/:userId',
  summary: 'Новые подписки, несколько',
});
export const subscribed = route({
  ...channelList,
  path: '/videohost/channels/allsubscribes/:userId',
  summary: 'Все мои подписки, новые сверху',
});
export const allChannels = route({
  method: 'GET',
  path: '/videohost/channels/all',
  access: 'member',
  limit: 'search',
  summary: 'Каналы, большие сверху; q — в названии и описании',
  query: Type.Object({ ...Paged.properties, category: Type.Optional(CategoryName) }),
  reply: Channels,
});
export const channel = route({
  method: 'GET',
  path: '/videohost/channels/channel/:id',
  access: 'member',
  params: byId,
  summary: 'Канал',
  reply: channelReply,
  errors: ['not_found'],
});
export const subscribersCount = route({
  method: 'GET',
  path: '/videohost/channels/subscriberscount/:channelId',
  access: 'member',
  params: ofChannel,
  summary: 'Сколько подписчиков',
  reply: Type.Object({ subscribers: Type.Integer() }),
  errors: ['not_found'],
});
export const removeChannel = route({
  method: 'DELETE',
  path: '/videohost/channels/delete/:id',
  access: 'member',
  params: byId,
  summary: 'Удалить канал со всеми видео; его владелец',
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
export const createChannel = route({
  method: 'POST',
  path: '/videohost/channels/create',
  creates: true,
  access: 'member',
  limit: 'uploads',
  summary: 'Создать канал, один у каждого',
  form: channelForm,
  reply: Type.Object({ ok: Type.Boolean(), channel: Channel }),
  errors: ['has_channel', 'bad_mentions', 'bad_type', 'too_large'],
});
export const channelByName = route({
  method: 'POST',
  path: '/videohost/channels/channelbyname',
  access: 'member',
  limit: 'search',
  summary: 'Канал с таким именем: сначала свой, потом старший',
  body: Type.Object({ name: Line({ max: LENGTHS.title }) }),
  reply: channelReply,
  errors: ['not_found'],
});
export const editChannel = route({
  method: 'POST',
  path: '/videohost/channels/edit/:id',
  access: 'member',
  limit: 'uploads',
  params: byId,
  summary: 'Изменить канал: его владелец; чего нет, остаётся',
  form: channelForm,
  reply: channelReply,
  errors: ['not_found', 'forbidden', 'bad_mentions', 'bad_type', 'too_large'],
});
export const helpers = route({
  method: 'GET',
  path: '/videohost/channels/helpers/:id',
  access: 'member',
  params: byId,
  summary: 'Помощники канала',
  reply: Type.Object({ helpers: Type.Array(PersonCard) }),
  errors: ['not_found'],
});
const ofHelper = {
  access: 'member',
  params: Type.Object({ id: Id, userId: Id }),
  reply: Ok,
} as const;
export const addHelper = route({
  ...ofHelper,
  method: 'POST',
  path: '/videohost/channels/helpers/:id/:userId',
  summary: 'Сделать подписчика помощником: он загружает видео и следит за комментариями',
  errors: ['not_found', 'forbidden', 'self', 'not_subscribed', 'too_many_helpers'],
});
export const removeHelper = route({
  ...ofHelper,
  method: 'DELETE',
  path: '/videohost/channels/helpers/:id/:userId',
  summary: 'Убрать помощника: владелец, или помощник себя',
  errors: ['not_found', 'forbidden'],
});
export const ownChannels = route({
  method: 'GET',
  path: '/videohost/channels/own',
  access: 'member',
  summary: 'Мой канал и те, которым я помогаю',
  reply: Type.Object({ channels: Type.Array(ChannelCard) }),
});

// ── subscriptions
export const isSubscriber = route({
  method: 'GET',
  path: '/videohost/useractions/issubscriber/:channelId',
  access: 'member',
  params: ofChannel,
  summary: 'Подписан ли я',
  reply: Type.Object({ isSubscriber: Type.Boolean() }),
  errors: ['not_found'],
});
export const subscribe = route({
  method: 'GET',
  path: '/videohost/useractions/subscribe/:channelId',
  access: 'member',
  writes: true,
  limit: 'likes',
  params: ofChannel,
  query: State,
  summary: 'Подписаться или отписаться; с state — привести к нему',
  reply: Type.Object({ isSubscriber: Type.Boolean(), subscribersCount: Type.Integer() }),
  errors: ['not_found', 'too_many_channels'],
});

// ── lists of videos
const videoList = { method: 'GET', access: 'member', reply: Videos } as const;
export const videosCount = route({
  method: 'GET',
  path: '/videohost/videos/videoscount/:channelId',
  access: 'member',
  params: ofChannel,
  summary: 'Сколько видео для всех',
  reply: Type.Object({ count: Type.Integer() }),
  errors: ['not_found'],
});
export const author = route({
  method: 'GET',
  path: '/videohost/videos/author/:channelId',
  access: 'member',
  params: ofChannel,
  summary: 'Имя канала',
  reply: Type.Object({ name: Type.String() }),
  errors: ['not_found'],
});
export const recommendedMain = route({
  ...videoList,
  path: '/videohost/videos/recommendedmain/:userId',
  params: ofUser,
  query: Paged,
  summary: 'Несколько видео из моих категорий и каналов',
  errors: ['forbidden'],
});
export const recommended = route({
  ...videoList,
  path: '/videohost/videos/recommendedvideopage/:userId',
  params: ofUser,
  query: Paged,
  summary: 'Из категорий и каналов, которые я смотрю, без виденного; дальше — новые',
  errors: ['forbidden'],
});
export const channelVideos = route({
  ...videoList,
  path: '/videohost/videos/channelvideos/:channelId',
  params: ofChannel,
  query: Paged,
  summary: 'Видео канала, новые сверху; тем, кто ведёт канал, — и обрабатываемые',
  errors: ['not_found'],
});
export const newVideos = route({
  ...videoList,
  path: '/videohost/videos/new/:date',
  params: Type.Object({ date: Type.String({ maxLength: 40 }) }),
  query: Paged,
  summary: 'Новые, не раньше дня: ISO или дд.мм.гггг',
  errors: ['bad_date'],
});
export const allVideos = route({
  ...videoList,
  path: '/videohost/videos/all',
  limit: 'search',
  query: Type.Object({ ...Paged.properties, category: Type.Optional(CategoryName) }),
  summary: 'Все видео, новые сверху; q — в названии, описании и категории',
});
export const popular = route({
  ...videoList,
  path: '/videohost/videos/popular',
  query: Paged,
  summary: 'По просмотрам за 30 дней: каждые 7 дней вес просмотра вдвое меньше',
});
export const interesting = route({
  ...videoList,
  path: '/videohost/videos/interesting',
  query: Paged,
  summary: 'Что понравилось тем, кому нравится то же, что мне; потом мои категории; потом новые',
});
const inCategory = {
  method: 'POST',
  access: 'member',
  query: Paged,
  body: Type.Object({ category: CategoryName }),
  reply: Videos,
} as const;
export const same = route({
  ...inCategory,
  path: '/videohost/videos/same',
  summary: 'Похожие: та же категория, популярные сверху',
});
export const category = route({
  ...inCategory,
  path: '/videohost/videos/category',
  summary: 'Категория, новые сверху',
});
export const subscribedVideos = route({
  ...videoList,
  path: '/videohost/videos/subscribed',
  query: Type.Object({ before: Before, limit: Paged.properties.limit }),
  summary: 'Видео моих подписок, новые сверху',
});

// ── one video
export const video = route({
  method: 'GET',
  path: '/videohost/videos/video/:id',
  access: 'member',
  params: byId,
  summary: 'Видео',
  reply: Type.Object({ video: Video }),
  errors: ['not_found'],
});
export const isAdmin = route({
  method: 'GET',
  path: '/videohost/videos/isadmin/:videoId',
  access: 'member',
  params: ofVideo,
  summary: 'Веду ли я канал этого видео',
  reply: Type.Object({ isAdmin: Type.Boolean() }),
  errors: ['not_found'],
});
export const removeVideo = route({
  method: 'DELETE',
  path: '/videohost/videos/delete/:id',
  access: 'member',
  params: byId,
  summary: 'Удалить видео; кто ведёт канал',
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
export const createVideo = route({
  method: 'POST',
  path: '/videohost/videos/create',
  creates: true,
  access: 'member',
  limit: 'uploads',
  summary: 'Видео в свой канал: байтами или законченной докачиваемой загрузкой',
  // upload: the id of a finished resumable upload of the purpose 'video'; channel: one that the
  // caller helps run
  form: {
    fields: Type.Object({
      title: Title,
      description: Description,
      mentions: MentionsField,
      date: anything,
      category: Type.Optional(CategoryName),
      audience: Type.Optional(VideoAudienceName),
      upload: Type.Optional(Text({ max: 60 })),
      channel: Type.Optional(Id),
    }),
    files: { preview: onePicture, video: { count: 1, maxBytes: VIDEO_BYTES } },
  },
  reply: videoReply,
  errors: [
    'no_channel',
    'no_video',
    'bad_mentions',
    'not_found',
    'forbidden',
    'bad_type',
    'needs_encoder',
    'too_large',
    'no_space',
    'storage_full',
    'upload_unfinished',
    'upload_lost',
  ],
});
export const editVideo = route({
  method: 'POST',
  path: '/videohost/videos/edit',
  access: 'member',
  limit: 'uploads',
  summary: 'Изменить видео: кто ведёт канал; чего нет, остаётся',
  form: {
    fields: Type.Object({
      title: Title,
      description: Description,
      mentions: MentionsField,
      date: anything,
      id: Id,
      category: Type.Optional(CategoryName),
      audience: Type.Optional(VideoAudienceName),
    }),
    files: { preview: onePicture },
  },
  reply: videoReply,
  errors: ['not_found', 'forbidden', 'bad_mentions', 'bad_type', 'too_large'],
});

// ── what a viewer does
const act = {
  method: 'GET',
  access: 'member',
  writes: true,
  limit: 'likes',
  errors: ['not_found'],
} as const;
export const view = route({
  ...act,
  path: '/videohost/useractions/view/:videoId',
  limit: 'watching',
  params: ofVideo,
  summary: 'Просмотр: один в день от каждого',
  reply: Type.Object({ views: Type.Integer() }),
});
export const likeVideo = route({
  ...act,
  path: '/videohost/useractions/likevideo/:id',
  params: byId,
  summary: 'Нравится; второй раз — то же',
  reply: liked,
});
export const dislikeVideo = route({
  ...act,
  path: '/videohost/useractions/dislikevideo/:id',
  params: byId,
  summary: 'Снять отметку',
  reply: liked,
});
export const likeComment = route({
  ...act,
  path: '/videohost/useractions/likecomment/:id',
  params: byId,
  summary: 'Нравится комментарий',
  reply: liked,
});
export const dislikeComment = route({
  ...act,
  path: '/videohost/useractions/dislikecomment/:id',
  params: byId,
  summary: 'Снять отметку комментария',
  reply: liked,
});
export const saveProgress = route({
  method: 'POST',
  path: '/videohost/useractions/progress/:videoId',
  access: 'member',
  limit: 'watching',
  params: ofVideo,
  summary: 'Запомнить, где я остановился',
  body: Type.Object({ second: Type.Number({ minimum: 0, maximum: 1_000_000 }) }),
  reply: Type.Object({ position: Type.Number() }),
  errors: ['not_found'],
});
