import { Type } from 'typebox';
import {
  Before,
  Community,
  type CommunityNoticeType,
  Member,
  NOTICE_TYPES,
} from './community-shapes.ts';
import { LENGTHS } from './limits.ts';
import { PersonCard } from './person.ts';
import { Id, Moment, Nullable, Ok, Text, route } from './route.ts';

// ── its administration
export const CommunityNotice = Type.Object({
  _id: Id,
  type: Type.Unsafe<CommunityNoticeType>(Type.String({ enum: [...NOTICE_TYPES] })),
  text: Type.String(),
  person: PersonCard,
  postID: Nullable(Type.String()),
  date: Moment,
  isNew: Type.Boolean(),
});
export const notices = route({
  method: 'GET',
  path: '/public/notifications/:id',
  access: 'member',
  params: Community,
  query: Before,
  summary: 'События группы, новые сверху; её редакторам',
  reply: Type.Object({ notifications: Type.Array(CommunityNotice), isLast: Type.Boolean() }),
  errors: ['not_found', 'forbidden'],
});
export const readNotices = route({
  method: 'POST',
  path: '/public/notifications/:id/read',
  access: 'member',
  params: Community,
  summary: 'События группы прочитаны',
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
export const editors = route({
  method: 'GET',
  path: '/public/editors/:id',
  access: 'member',
  params: Community,
  summary: 'Кто ведёт группу: администратор первый',
  reply: Type.Object({ admin: Nullable(PersonCard), editors: Type.Array(PersonCard) }),
  errors: ['not_found'],
});
export const addEditor = route({
  method: 'POST',
  path: '/public/editors/:id/:userId',
  access: 'member',
  params: Member,
  summary: 'Сделать подписчика редактором; администратор группы',
  reply: Ok,
  errors: ['not_found', 'forbidden', 'self', 'not_subscribed', 'too_many_editors'],
});
export const removeEditor = route({
  method: 'DELETE',
  path: '/public/editors/:id/:userId',
  access: 'member',
  params: Member,
  summary: 'Убрать редактора: администратор группы, или сам редактор себя',
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
export const bans = route({
  method: 'GET',
  path: '/public/bans/:id',
  access: 'member',
  params: Community,
  query: Before,
  summary: 'Кого группа не пускает; её редакторам',
  reply: Type.Object({
    bans: Type.Array(Type.Object({ person: PersonCard, reason: Type.String(), date: Moment })),
    isLast: Type.Boolean(),
  }),
  errors: ['not_found', 'forbidden'],
});
export const ban = route({
  method: 'POST',
  path: '/public/bans/:id/:userId',
  access: 'member',
  params: Member,
  summary: 'Закрыть человеку подписку, комментарии и предложения; редакторы',
  reply: Ok,
  body: Type.Object({
    reason: Type.Optional(Text({ max: LENGTHS.about, long: 'Причина не длиннее 100 символов' })),
  }),
  errors: ['not_found', 'forbidden', 'self'],
});
export const unban = route({
  method: 'DELETE',
  path: '/public/bans/:id/:userId',
  access: 'member',
  params: Member,
  summary: 'Вернуть человеку доступ',
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
