import { Type } from 'typebox';
import { FILES, LENGTHS } from './limits.ts';
import { Picture, PostHead } from './person.ts';
import { Id, Moment, Nullable, Offset, Ok, Page, Text, route } from './route.ts';

/** Who sees a post among those who see the wall. */
export const POST_AUDIENCES = ['all', 'friends'] as const;
export type PostAudience = (typeof POST_AUDIENCES)[number];
const PostAudience = Type.Unsafe<PostAudience>(Type.String({ enum: [...POST_AUDIENCES] }));

export const Post = Type.Object({
  _id: Id, user: Id, title: Type.String({ description: 'Текст записи' }), images: Type.Array(Type.String()), pictures: Type.Array(Picture), date: Moment,
  likes: Type.Integer(), comments: Type.Integer(), liked: Type.Boolean(), head: PostHead,
  edited: Nullable(Type.String({ description: 'Когда запись изменили; null, если не меняли' })), pinned: Type.Boolean(), audience: PostAudience, draft: Type.Boolean(),
});
const One = Type.Object({ post: Post });
const Title = Type.Optional(Text({ max: LENGTHS.post, long: 'Запись не длиннее 10 000 символов' }));
const Pictures = { file: { count: FILES.postPictures, maxBytes: FILES.picture.maxBytes, tooMany: 'too_many_files' } } as const;
const Target = Type.Object({ id: Id });
const Posts = Type.Object({ posts: Type.Array(Post), isLast: Type.Boolean() });

export const create = route({
  method: 'POST', path: '/createuserpost', access: 'member', limit: 'posts', summary: 'Новая запись на своей стене: текст и до пяти картинок',
  form: {
    fields: Type.Object({
      title: Title, date: Type.Optional(Type.Unknown()), audience: Type.Optional(PostAudience),
      draft: Type.Optional(Type.Unsafe<'true' | 'false'>(Type.String({ enum: ['true', 'false'], description: 'true: черновик, его видит только автор' }))),
    }),
    files: Pictures,
  },
  reply: One, errors: ['empty_post', 'too_many_files', 'bad_type', 'too_large'],
});
export const edit = route({
  method: 'PATCH', path: '/userpost/:id', access: 'member', limit: 'uploads', params: Target, summary: 'Изменить свою запись или черновик; чего нет в форме, остаётся',
  form: {
    fields: Type.Object({
      title: Title, audience: Type.Optional(PostAudience),
      keep: Type.Optional(Type.String({ maxLength: 2_000, description: 'Какие картинки остаются, по порядку: имена, JSON; новые идут за ними' })),
      edited: Type.Optional(Type.String({ maxLength: 40, description: 'Поле `edited` записи, которую меняют, пустое для null: если её с тех пор изменили, ответ — отказ' })),
    }),
    files: Pictures,
  },
  reply: One, errors: ['not_found', 'forbidden', 'empty_post', 'too_many_files', 'bad_type', 'too_large', 'changed_elsewhere'],
});
export const pin = route({ method: 'POST', path: '/userpost/:id/pin', access: 'member', params: Target, summary: 'Закрепить свою запись вверху стены вместо прежней', reply: Ok, errors: ['not_found', 'forbidden', 'not_published'] });
export const unpin = route({ method: 'DELETE', path: '/userpost/:id/pin', access: 'member', params: Target, summary: 'Открепить запись', reply: Ok, errors: ['not_found', 'forbidden'] });
export const publish = route({
  method: 'POST', path: '/userpost/:id/publish', access: 'member', limit: 'posts', params: Target, reply: One, errors: ['not_found', 'forbidden'],
  summary: 'Опубликовать черновик: он становится новой записью с новым id, датой и местом вверху стены',
});
export const drafts = route({
  method: 'GET', path: '/drafts', access: 'member', summary: 'Мои черновики, новые сверху', query: Type.Object({ before: Type.Optional(Id) }), reply: Posts,
});
export const remove = route({ method: 'DELETE', path: '/deleteuserpost/:id', access: 'member', params: Target, summary: 'Удалить свою запись или черновик', reply: Ok, errors: ['not_found', 'forbidden'] });
export const list = route({
  method: 'GET', path: '/posts/:userId/:page/:offset', access: 'reader', summary: 'Стена: записи человека, новые сверху; закреплённая — первая',
  params: Type.Object({ userId: Id, page: Page, offset: Offset }), query: Type.Object({ before: Type.Optional(Id) }),
  reply: Type.Object({ ...Posts.properties, count: Type.Integer(), hidden: Type.Boolean({ description: 'Владелец не показывает стену' }) }), errors: ['not_found'],
});
export const one = route({ method: 'GET', path: '/userpost/:id', access: 'member', params: Target, summary: 'Одна запись', reply: One, errors: ['not_found'] });
export const friendsNews = route({
  method: 'GET', path: '/friendsnews', access: 'member', summary: 'Записи друзей, новые сверху', query: Type.Object({ before: Type.Optional(Id) }), reply: Posts,
});
export const postHead = route({
  method: 'GET', path: '/posthead/:id', access: 'member', params: Target, summary: 'Чья запись: id автора или записи', reply: PostHead, errors: ['not_found'],
});
