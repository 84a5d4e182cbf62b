import { Type } from 'typebox';
import { Id, Line, Moment, Nullable, Ok, route } from './route.ts';
import { Game, Target, filters } from './classifieds.ts';

export const SavedSearch = Type.Object({
  _id: Id,
  q: Type.String(),
  game: Type.String(),
  from: Nullable(Type.Integer()),
  to: Nullable(Type.Integer()),
  pictures: Type.Boolean(),
  date: Moment,
});
export const searches = route({
  method: 'GET',
  path: '/board/searches',
  access: 'member',
  summary: 'Сохранённые поиски',
  reply: Type.Object({ searches: Type.Array(SavedSearch) }),
});
export const saveSearch = route({
  method: 'POST',
  path: '/board/searches',
  creates: true,
  access: 'member',
  limit: 'likes',
  summary: 'Сохранить поиск: о новых объявлениях, которые подходят, придёт уведомление',
  body: Type.Object({
    q: Type.Optional(Line({ max: 100 })),
    ...filters,
    game: Type.Optional(Game),
    pictures: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({ search: SavedSearch }),
  errors: ['empty_search', 'too_many_searches'],
});
export const removeSearch = route({
  method: 'DELETE',
  path: '/board/searches/:id',
  access: 'member',
  params: Target,
  summary: 'Больше не искать',
  reply: Ok,
  errors: ['not_found'],
});
