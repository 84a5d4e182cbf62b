import { Type } from 'typebox';
import { PEOPLE } from './limits.ts';
import { DirectoryEntry, PeopleFilters } from './people.ts';
import { PersonCard, Relation } from './person.ts';
import { Id, ListQuery, Nullable, Text, route } from './route.ts';

const Other = Type.Object({ id: Id });
const Relationship = Type.Object({ ok: Type.Boolean(), message: Relation });
/** Ids on the screen, as a list or as JSON text of one; at most 50 count. */
export const Shown = Type.Optional(
  Type.Union([
    Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 }),
    Type.String({ maxLength: 20_000 }),
  ]),
);

export const make = route({
  method: 'GET',
  path: '/make-friends/:id',
  access: 'member',
  writes: true,
  limit: 'friendRequests',
  params: Other,
  reply: Relationship,
  summary: 'Попроситься в друзья; если другой уже просил, вы друзья',
  errors: ['self', 'not_found', 'request_too_early', 'blocked_by_you', 'person_suspended'],
});
export const cancel = route({
  method: 'DELETE',
  path: '/cancel-friends-request/:id',
  access: 'member',
  params: Other,
  reply: Relationship,
  summary: 'Отозвать свою заявку',
  errors: ['not_found'],
});
export const checkRequest = route({
  method: 'GET',
  path: '/check-notifications/:id',
  access: 'member',
  params: Other,
  summary: 'Кто я этому человеку',
  reply: Type.Object({ message: Relation }),
  errors: ['not_found'],
});
export const checkFriends = route({
  method: 'GET',
  path: '/check-friends/:id',
  access: 'member',
  params: Other,
  summary: 'Кто я этому человеку',
  reply: Type.Object({ message: Relation }),
  errors: ['not_found'],
});
export const accept = route({
  method: 'GET',
  path: '/reply/:to',
  access: 'member',
  writes: true,
  params: Type.Object({ to: Id }),
  reply: Relationship,
  summary: 'Принять заявку человека',
  errors: ['not_found'],
});
export const reject = route({
  method: 'DELETE',
  path: '/reject-friends-request/:id',
  access: 'member',
  params: Other,
  reply: Relationship,
  summary: 'Отклонить заявку человека; то же, что удалить её уведомление',
  errors: ['not_found'],
});
export const remove = route({
  method: 'DELETE',
  path: '/remove-friend/:id',
  access: 'member',
  params: Other,
  summary: 'Убрать из друзей',
  body: Type.Object({ showedFriends: Shown }),
  reply: Type.Object({ newFriend: Nullable(PersonCard) }),
  errors: ['not_found'],
});
export const dismiss = route({
  method: 'DELETE',
  path: '/deletenotification/:title',
  access: 'member',
  params: Type.Object({ title: Text({ max: 200, min: 1 }) }),
  reply: Relationship,
  summary: 'Удалить уведомление по его _id или названию; заявка в друзья этим отклоняется',
  errors: ['not_found'],
});
export const list = route({
  method: 'GET',
  path: '/friends/:id',
  access: 'member',
  summary: 'Друзья человека, новые сверху',
  params: Other,
  query: Type.Object({ ...ListQuery.properties, before: Type.Optional(Id), ...PeopleFilters }),
  reply: Type.Object({
    friends: Type.Array(DirectoryEntry),
    count: Type.Integer(),
    isLast: Type.Boolean(),
    hidden: Type.Boolean({ description: 'Владелец не показывает друзей' }),
  }),
  errors: ['not_found'],
});

export type RequestDirection = 'incoming' | 'outgoing';
export const requests = route({
  method: 'GET',
  path: '/friend-requests/:direction',
  access: 'member',
  summary: 'Заявки в друзья, новые сверху: ко мне (incoming) или мои (outgoing)',
  params: Type.Object({
    direction: Type.Unsafe<RequestDirection>(Type.String({ enum: ['incoming', 'outgoing'] })),
  }),
  query: Type.Object({ before: Type.Optional(Id) }),
  reply: Type.Object({ people: Type.Array(DirectoryEntry), isLast: Type.Boolean() }),
});
export const counts = route({
  method: 'GET',
  path: '/friend-counts',
  access: 'member',
  summary: `Сколько у меня друзей, заявок и заблокированных; заявок и заблокированных — не больше ${PEOPLE.counted + 1}`,
  reply: Type.Object({
    friends: Type.Integer(),
    incoming: Type.Integer(),
    outgoing: Type.Integer(),
    blocked: Type.Integer(),
  }),
});
