import { Type } from 'typebox';
import { LENGTHS } from './limits.ts';
import { MentionsField } from './mentions.ts';
import { PersonCard } from './person.ts';
import { Id, Line, Nullable, Ok, Text, route } from './route.ts';
import {
  CategoryName,
  Channel,
  ChannelCard,
  Paged,
  State,
  anything,
  byId,
  ofChannel,
  ofUser,
  onePicture,
} from './video-shapes.ts';

export const Channels = Type.Object({
  channels: Type.Array(ChannelCard),
  count: Type.Integer(),
  isLast: Type.Boolean(),
});
const channelReply = Type.Object({ channel: Channel });
const MAIN_FIELDS = 'Не заполнены главные поля создания канала';
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
