import { Type } from 'typebox';
import { Article } from './communities.ts';
import { PersonCard } from './person.ts';
import { Nullable, Ok, route } from './route.ts';
import { Post } from './wall.ts';

/** The steps of the first days, and which of them are done. */
export const FirstSteps = Type.Object({
  avatar: Type.Boolean(),
  city: Type.Boolean(),
  games: Type.Boolean({ description: 'Отмечена хотя бы одна игра' }),
  people: Type.Boolean({ description: 'Есть друг или отправлена заявка' }),
  communities: Type.Boolean({ description: 'Есть три подписки на группы' }),
  greeting: Type.Boolean({ description: 'Отправлено хотя бы одно сообщение' }),
});
export const overview = route({
  method: 'GET',
  path: '/home/overview',
  access: 'member',
  summary: 'Числа и люди главной страницы',
  reply: Type.Object({
    games: Type.Integer({ description: 'Новых игр за неделю, не больше 100' }),
    videos: Type.Integer({ description: 'Новых видео подписок за неделю, не больше 100' }),
    cloud: Type.Integer({ description: 'Занято в облаке, байт' }),
    ads: Type.Integer({ description: 'Объявлений за сутки, не больше 1000' }),
    friends: Type.Array(PersonCard, { description: 'Друзья в сети, не больше шести' }),
    steps: Nullable(FirstSteps),
  }),
});
export const popular = route({
  method: 'GET',
  path: '/home/popular',
  access: 'member',
  summary:
    'Популярное за последнее время: посты групп, на которые вы не подписаны, и открытых стен не друзей',
  reply: Type.Object({
    items: Type.Array(
      Type.Union([
        Type.Object({ kind: Type.Literal('article'), article: Article }),
        Type.Object({ kind: Type.Literal('post'), post: Post }),
      ]),
    ),
  }),
});
export const dismissSteps = route({
  method: 'POST',
  path: '/home/steps/dismiss',
  access: 'member',
  summary: 'Больше не показывать первые шаги',
  reply: Ok,
});
