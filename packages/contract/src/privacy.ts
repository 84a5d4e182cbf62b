import { Type } from 'typebox';
import { PersonCard } from './person.ts';
import { Id, Ok, route } from './route.ts';

export const AUDIENCES = ['all', 'friends', 'nobody'] as const;
export type Audience = (typeof AUDIENCES)[number];
const Audience = Type.Unsafe<Audience>(Type.String({ enum: [...AUDIENCES] }));
/** A wall may also be open to members only; `all` includes visitors who have not signed in. */
export const WALL_AUDIENCES = ['all', 'members', 'friends', 'nobody'] as const;
export type WallAudience = (typeof WALL_AUDIENCES)[number];
const WallAudience = Type.Unsafe<WallAudience>(Type.String({ enum: [...WALL_AUDIENCES] }));
/** Whom a member may be suggested to. */
export const SUGGESTED_TO = ['all', 'nobody'] as const;
export type SuggestedTo = (typeof SUGGESTED_TO)[number];
const SuggestedTo = Type.Unsafe<SuggestedTo>(Type.String({ enum: [...SUGGESTED_TO] }));
const Other = Type.Object({ id: Id });
const People = Type.Object({ people: Type.Array(PersonCard), isLast: Type.Boolean() });
const Paged = Type.Object({ before: Type.Optional(Id) });

/**
 * Who may write to the member, see their wall and photos, see their friends, see when they are
 * online, see their games, to whom they are suggested as a friend, and whether links of other sites
 * have cards.
 */
export const Privacy = Type.Object({
  messages: Audience,
  wall: WallAudience,
  friends: Audience,
  presence: Audience,
  games: Audience,
  suggestions: SuggestedTo,
  linkCards: Type.Boolean({ description: 'Показывать карточки ссылок и делать их в моих текстах' }),
});

export const get = route({
  method: 'GET',
  path: '/privacy',
  access: 'member',
  summary: 'Кому что доступно на моей странице',
  reply: Type.Object({ privacy: Privacy }),
});
export const set = route({
  method: 'POST',
  path: '/privacy',
  access: 'member',
  summary: 'Изменить, кому что доступно; чего нет в теле, остаётся',
  // Not Type.Partial: it pulls TypeBox's whole type engine into the browser bundle.
  body: Type.Object({
    messages: Type.Optional(Audience),
    wall: Type.Optional(WallAudience),
    friends: Type.Optional(Audience),
    presence: Type.Optional(Audience),
    games: Type.Optional(Audience),
    suggestions: Type.Optional(SuggestedTo),
    linkCards: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({ privacy: Privacy }),
});
export const block = route({
  method: 'POST',
  path: '/block/:id',
  access: 'member',
  params: Other,
  reply: Ok,
  errors: ['self', 'not_found'],
  summary:
    'Заблокировать человека: дружба и заявки кончаются, он больше не видит меня и не может писать',
});
export const unblock = route({
  method: 'DELETE',
  path: '/block/:id',
  access: 'member',
  params: Other,
  reply: Ok,
  summary: 'Разблокировать человека',
});
export const blocked = route({
  method: 'GET',
  path: '/blocked',
  access: 'member',
  query: Paged,
  reply: People,
  summary: 'Кого я заблокировал, новые сверху',
});
export const mute = route({
  method: 'POST',
  path: '/mute/:id',
  access: 'member',
  params: Other,
  reply: Ok,
  errors: ['self', 'not_found'],
  summary:
    'Не показывать посты человека в ленте и не уведомлять о его отметках, комментариях и визитах; он об этом не узнает',
});
export const unmute = route({
  method: 'DELETE',
  path: '/mute/:id',
  access: 'member',
  params: Other,
  reply: Ok,
  summary: 'Снова показывать посты человека',
});
export const muted = route({
  method: 'GET',
  path: '/muted',
  access: 'member',
  query: Paged,
  reply: People,
  summary: 'Кого я скрыл, новые сверху',
});
