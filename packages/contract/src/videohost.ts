import { Type } from 'typebox';
import { LENGTHS } from './limits.ts';
import { MentionsField } from './mentions.ts';
import { Id, Line, Ok, Text, route } from './route.ts';
import {
  CategoryName,
  VIDEO_BYTES,
  Video,
  VideoAudienceName,
  anything,
  byId,
  ofVideo,
  onePicture,
} from './video-shapes.ts';
export {
  videosCount,
  author,
  recommendedMain,
  recommended,
  channelVideos,
  newVideos,
  allVideos,
  popular,
  interesting,
  same,
  category,
  subscribedVideos,
} from './video-lists.ts';
export {
  Channels,
  channelByAdmin,
  recommendedChannelsMain,
  recommendedChannels,
  subscribedMain,
  subscribed,
  allChannels,
  channel,
  subscribersCount,
  removeChannel,
  createChannel,
  channelByName,
  editChannel,
  helpers,
  addHelper,
  removeHelper,
  ownChannels,
  isSubscriber,
  subscribe,
} from './channels.ts';
export {
  CATEGORIES,
  type Category,
  CategoryName,
  VIDEO_BYTES,
  VIDEO_AUDIENCES,
  type VideoAudience,
  VideoAudienceName,
  VIDEO_STATES,
  type VideoState,
  LADDER_STATES,
  type LadderState,
  CHANNEL_ROLES,
  type ChannelRole,
  ChannelCard,
  Channel,
  VideoCard,
  Video,
  VideoMoment,
  Videos,
} from './video-shapes.ts';

const videoReply = Type.Object({ id: Id, video: Video });
export const liked = Type.Object({ liked: Type.Boolean(), likes: Type.Integer() });
const MAIN_VIDEO = 'Не введены заполненые основные параметры видео';
const Title = Line({
  max: LENGTHS.title,
  min: 1,
  empty: MAIN_VIDEO,
  long: 'Название не длиннее 100 символов',
});
const Description = Type.Optional(
  Text({ max: LENGTHS.description, long: 'Описание не длиннее 5 000 символов' }),
);

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
