import { Type } from 'typebox';
import { route } from './route.ts';
import { Marked, Paged, Target } from './classifieds.ts';

export const favourites = route({
  method: 'GET',
  path: '/board/favourites',
  access: 'member',
  query: Paged,
  summary: 'Избранные объявления, новые отметки сверху',
  reply: Marked,
});
const Favourite = Type.Object({ isFavourite: Type.Boolean() });
export const addFavourite = route({
  method: 'POST',
  path: '/board/favourite/:id',
  access: 'member',
  limit: 'likes',
  params: Target,
  summary: 'В избранное',
  reply: Favourite,
  errors: ['not_found', 'too_many_favourites'],
});
export const removeFavourite = route({
  method: 'DELETE',
  path: '/board/favourite/:id',
  access: 'member',
  limit: 'likes',
  params: Target,
  summary: 'Из избранного',
  reply: Favourite,
});
