import { Type } from 'typebox';
import { PersonCard } from './person.ts';
import { Id, Moment, Nullable, Ok, route } from './route.ts';

export const NOTIFICATION_TYPES = ['friends', 'reply', 'delete', 'reject', 'like', 'comment', 'visit', 'file'] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export const Notification = Type.Object({
  _id: Id, title: Type.String(), type: Type.Unsafe<NotificationType>(Type.String({ enum: [...NOTIFICATION_TYPES] })),
  from: Id, to: Id, person: PersonCard, postType: Nullable(Type.String()), postID: Nullable(Type.String()), checked: Type.Boolean(), date: Moment,
});
export const list = route({
  method: 'GET', path: '/notifications', access: 'member', summary: 'Мои уведомления, новые сверху',
  query: Type.Object({ before: Type.Optional(Id) }),
  reply: Type.Object({ notifications: Type.Array(Notification), isLast: Type.Boolean(), unread: Type.Integer() }),
});
export const read = route({ method: 'POST', path: '/notifications/read', access: 'member', summary: 'Отметить все уведомления прочитанными', reply: Ok });
export const unread = route({
  method: 'GET', path: '/notifications/unread', access: 'member', summary: 'Сколько непрочитанных уведомлений, не больше 100',
  reply: Type.Object({ count: Type.Integer() }),
});
