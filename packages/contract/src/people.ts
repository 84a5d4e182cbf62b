import { Type } from 'typebox';
import { LENGTHS, PEOPLE } from './limits.ts';
import { Mutual, PersonCard } from './person.ts';
import { Id, ListQuery, Ok, Page, route } from './route.ts';

/** Filters of people: who marked a game, who lives in a city, who is online. */
export const PeopleFilters = {
  game: Type.Optional(Id),
  city: Type.Optional(Type.String({ maxLength: LENGTHS.place, kind: 'line' })),
  online: Type.Optional(Type.Unsafe<'yes'>(Type.String({ enum: ['yes'] }))),
};

export const DirectoryEntry = Type.Object({
  ...PersonCard.properties,
  years: Type.Integer(),
  city: Type.String(),
  country: Type.String(),
  isFriends: Type.Boolean(),
  isRequest: Type.Boolean(),
  isIncoming: Type.Boolean(),
  mayWrite: Type.Boolean(),
  mutual: Type.Optional(Mutual),
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
  summary: `Люди: страница каталога с поиском по имени и фамилии; с game, city или online count — не больше ${PEOPLE.counted + 1}`,
  limit: 'search',
  params: Type.Object({
    page: Page,
    query: Type.String({ maxLength: 100, kind: 'line', description: '«all» — без поиска' }),
  }),
  query: Type.Object({
    before: Type.Optional(Id),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    ...PeopleFilters,
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
const Other = Type.Object({ id: Id });
/** A person whom the viewer may know, and what they have in common. */
export const Suggestion = Type.Object({
  ...PersonCard.properties,
  years: Type.Integer(),
  city: Type.String(),
  isSameCity: Type.Boolean(),
  mutual: Mutual,
  games: Type.Array(Type.Object({ _id: Id, name: Type.String() }), {
    description: 'Не больше трёх общих игр',
  }),
  gamesCount: Type.Integer(),
});
export const suggested = route({
  method: 'GET',
  path: '/people/suggested',
  access: 'member',
  summary: `Кого добавить в друзья: общие друзья, общие игры, один город; не больше ${PEOPLE.suggested}`,
  reply: Type.Object({ people: Type.Array(Suggestion) }),
});
export const hideSuggestion = route({
  method: 'POST',
  path: '/people/suggested/:id/hide',
  access: 'member',
  limit: 'likes',
  params: Other,
  summary: 'Больше не предлагать этого человека в друзья',
  reply: Ok,
  errors: ['self', 'not_found'],
});
export const unhideSuggestion = route({
  method: 'DELETE',
  path: '/people/suggested/:id/hide',
  access: 'member',
  params: Other,
  summary: 'Снова предлагать этого человека в друзья',
  reply: Ok,
});
export const live = route({
  method: 'GET',
  path: '/live',
  access: 'member',
  summary: 'Поток участника: уведомления, непрочитанное, комнаты, кто в сети',
  reply: 'stream',
  errors: ['too_many_streams'],
});
