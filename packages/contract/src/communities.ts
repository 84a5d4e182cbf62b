import { Type } from 'typebox';
import {
  Community,
  CommunityCard,
  Flag,
  Member,
  OneCommunity,
  People,
  onePicture,
} from './community-shapes.ts';
import { LENGTHS } from './limits.ts';
import { MentionsField } from './mentions.ts';
import { ReadersName } from './open.ts';
import { PersonCard } from './person.ts';
import { State } from './reactions.ts';
import { Id, Line, ListQuery, Nullable, Ok, Text, route } from './route.ts';
export {
  COMMUNITY_ROLES,
  type CommunityRole,
  ARTICLE_STATES,
  type ArticleState,
  NOTICE_TYPES,
  type CommunityNoticeType,
  CommunityCard,
  CommunityDetails,
  Article,
} from './community-shapes.ts';
export {
  posts,
  post,
  postHead,
  createPost,
  propose,
  editPost,
  publish,
  removePost,
  versions,
  pin,
  unpin,
  waiting,
  news,
  likePost,
  comments,
  comment,
  likeComment,
} from './community-articles.ts';
export * from './community-staff.ts';

const header = {
  fields: Type.Object({
    name: Line({
      max: LENGTHS.title,
      min: 1,
      empty: 'Не введено имя',
      long: 'Название не длиннее 100 символов',
    }),
    description: Type.Optional(
      Text({ max: LENGTHS.description, long: 'Описание не длиннее 5 000 символов' }),
    ),
    mentions: MentionsField,
    readers: Type.Optional(ReadersName),
    removeAvatar: Flag,
    removeBanner: Flag,
  }),
  files: { avatar: onePicture, banner: onePicture },
} as const;

// ── the community
export const all = route({
  method: 'GET',
  path: '/public/all-publics',
  access: 'member',
  limit: 'search',
  summary: 'Группы, большие сверху; q — в названии и описании',
  query: Type.Object({ ...ListQuery.properties, before: Type.Optional(Id) }),
  reply: Type.Object({ publics: Type.Array(CommunityCard), ...People }),
});
export const own = route({
  method: 'GET',
  path: '/public/own',
  access: 'member',
  summary: 'Группы, которые я веду или редактирую',
  reply: Type.Object({ publics: Type.Array(CommunityCard) }),
});
export const create = route({
  method: 'POST',
  path: '/public/create',
  creates: true,
  access: 'member',
  limit: 'publics',
  summary: 'Создать группу',
  form: header,
  reply: OneCommunity,
  errors: ['too_many_publics', 'bad_mentions', 'bad_type', 'too_large'],
});
export const edit = route({
  method: 'POST',
  path: '/public/edit/:id',
  access: 'member',
  limit: 'uploads',
  params: Community,
  summary: 'Изменить группу: её администратор',
  form: header,
  reply: OneCommunity,
  errors: ['not_found', 'forbidden', 'bad_mentions', 'bad_type', 'too_large'],
});
export const remove = route({
  method: 'DELETE',
  path: '/public/public/:id',
  access: 'member',
  params: Community,
  summary: 'Удалить группу со всеми постами; её администратор',
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
export const one = route({
  method: 'GET',
  path: '/public/public/:id',
  access: 'member',
  params: Community,
  summary: 'Группа',
  reply: OneCommunity,
  errors: ['not_found'],
});
export const transferGroup = route({
  method: 'POST',
  path: '/public/hand-over/:id/:userId',
  access: 'member',
  params: Member,
  summary: 'Передать группу подписчику; прежний администратор становится редактором',
  reply: OneCommunity,
  errors: ['not_found', 'forbidden', 'self', 'not_subscribed', 'too_many_publics'],
});

// ── its readers
export const isSubscriber = route({
  method: 'GET',
  path: '/public/issubscriber/:id',
  access: 'member',
  params: Community,
  summary: 'Подписан ли я',
  reply: Type.Object({ isSubscriber: Type.Boolean() }),
  errors: ['not_found'],
});
export const subscribe = route({
  method: 'GET',
  path: '/public/subscribe/:id',
  access: 'member',
  writes: true,
  limit: 'likes',
  params: Community,
  query: State,
  summary: 'Подписаться или отписаться; с state — привести к нему',
  reply: Type.Object({ isSubscriber: Type.Boolean(), subscribersCount: Type.Integer() }),
  errors: ['not_found', 'banned_here', 'too_many_subscriptions'],
});
export const unsubscribe = route({
  method: 'POST',
  path: '/public/subscribe/:id',
  access: 'member',
  limit: 'likes',
  params: Community,
  summary: 'Отписаться; в ответе — подписка на освободившееся место',
  body: Type.Object({
    showedSubscribes: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 100 }),
  }),
  reply: Type.Object({ isSubscriber: Type.Boolean(), newSubscribe: Nullable(CommunityCard) }),
  errors: ['not_found'],
});
export const firstSubscribers = route({
  method: 'GET',
  path: '/public/firstsubscribers/:id',
  access: 'member',
  params: Community,
  summary: 'Новые 12 подписчиков',
  reply: Type.Object({ subscribers: Type.Array(PersonCard), count: Type.Integer() }),
  errors: ['not_found'],
});
export const subscribes = route({
  method: 'GET',
  path: '/public/subscribes/:id',
  access: 'member',
  params: Community,
  query: Type.Object({ ...ListQuery.properties, before: Type.Optional(Id) }),
  summary: 'Подписки человека; с id группы — её подписчики',
  reply: Type.Object({
    subscribes: Type.Array(CommunityCard),
    subscribers: Type.Array(PersonCard),
    ...People,
  }),
  errors: ['not_found'],
});
