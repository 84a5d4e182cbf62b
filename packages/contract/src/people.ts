import { Type } from 'typebox';
import { PersonCard } from './person.ts';
import { Id, ListQuery, Page, route } from './route.ts';

export const DirectoryEntry = Type.Object({
  ...PersonCard.properties,
  years: Type.Integer(),
  city: Type.String(),
  country: Type.String(),
  isFriends: Type.Boolean(),
  isRequest: Type.Boolean(),
  isIncoming: Type.Boolean(),
});
const Found = Type.Object({
  users: Type.Array(DirectoryEntry),
  count: Type.Integer(),
  isLast: Type.Boolean(),
});

export const directory = route({
  method: 'GET',
  path: '/allusers/:page/:query',
  access: 'member',
  summary: 'Люди: страница каталога с поиском по имени и фамилии',
  limit: 'search',
  params: Type.Object({
    page: Page,
    query: Type.String({ maxLength: 100, kind: 'line', description: '«all» — без поиска' }),
  }),
  query: Type.Object({
    before: Type.Optional(Id),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  }),
  reply: Found,
});
export const users = route({
  method: 'GET',
  path: '/users',
  access: 'member',
  summary: 'Люди для мессенджера: сначала друзья',
  query: ListQuery,
  reply: Found,
});
export const live = route({
  method: 'GET',
  path: '/live',
  access: 'member',
  summary: 'Поток участника: уведомления, непрочитанное, комнаты, кто в сети',
  reply: 'stream',
  errors: ['too_many_streams'],
});
