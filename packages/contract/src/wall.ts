import { Type } from 'typebox';
import { FILES, LENGTHS } from './limits.ts';
import { Picture, PostHead } from './person.ts';
import { Id, Moment, Offset, Ok, Page, Text, route } from './route.ts';

export const Post = Type.Object({
  _id: Id, user: Id, title: Type.String({ description: 'Текст записи' }), images: Type.Array(Type.String()), pictures: Type.Array(Picture), date: Moment,
  likes: Type.Integer(), comments: Type.Integer(), liked: Type.Boolean(), head: PostHead,
});
const Posts = Type.Object({ posts: Type.Array(Post), isLast: Type.Boolean() });

export const create = route({
  method: 'POST', path: '/createuserpost', access: 'member', limit: 'posts', summary: 'Новая запись на своей стене: текст и до пяти картинок',
  form: {
    fields: Type.Object({ title: Type.Optional(Text({ max: LENGTHS.post, long: 'Запись не длиннее 10 000 символов' })), date: Type.Optional(Type.Unknown()) }),
    files: { file: { count: FILES.postPictures, maxBytes: FILES.picture.maxBytes, tooMany: 'too_many_files' } },
  },
  reply: Type.Object({ post: Post }), errors: ['empty_post', 'too_many_files', 'bad_type', 'too_large'],
});
export const remove = route({ method: 'DELETE', path: '/deleteuserpost/:id', access: 'member', params: Type.Object({ id: Id }), summary: 'Удалить свою запись', reply: Ok, errors: ['not_found', 'forbidden'] });
export const list = route({
  method: 'GET', path: '/posts/:userId/:page/:offset', access: 'reader', summary: 'Стена: записи человека, новые сверху',
  params: Type.Object({ userId: Id, page: Page, offset: Offset }), query: Type.Object({ before: Type.Optional(Id) }),
  reply: Type.Object({ ...Posts.properties, count: Type.Integer(), hidden: Type.Boolean({ description: 'Владелец не показывает стену' }) }), errors: ['not_found'],
});
export const one = route({ method: 'GET', path: '/userpost/:id', access: 'member', params: Type.Object({ id: Id }), summary: 'Одна запись', reply: Type.Object({ post: Post }), errors: ['not_found'] });
export const friendsNews = route({
  method: 'GET', path: '/friendsnews', access: 'member', summary: 'Записи друзей, новые сверху', query: Type.Object({ before: Type.Optional(Id) }), reply: Posts,
});
export const postHead = route({
  method: 'GET', path: '/posthead/:id', access: 'member', params: Type.Object({ id: Id }), summary: 'Чья запись: id автора или записи', reply: PostHead, errors: ['not_found'],
});
