import { Type } from 'typebox';
import { MentionsField } from './mentions.ts';
import { Id, Ok, route } from './route.ts';
import { OnePost, PostAudience, PostOptions, PostPictures, PostsPage, PostText } from './wall.ts';

// Actions that only a post's author takes, separate from the wall: a page that merely shows posts
// does not load them.
const Target = Type.Object({ id: Id });

export const edit = route({
  method: 'PATCH',
  path: '/userpost/:id',
  access: 'member',
  limit: 'uploads',
  params: Target,
  summary: 'Изменить свой пост или черновик; чего нет в форме, остаётся',
  form: {
    fields: Type.Object({
      title: PostText,
      mentions: MentionsField,
      audience: Type.Optional(PostAudience),
      ...PostOptions,
      keep: Type.Optional(
        Type.String({
          maxLength: 2_000,
          description: 'Какие картинки остаются, по порядку: имена, JSON; новые идут за ними',
        }),
      ),
      edited: Type.Optional(
        Type.String({
          maxLength: 40,
          description:
            'Поле `edited` поста, который меняют, пустое для null: если его с тех пор изменили, ответ — отказ',
        }),
      ),
    }),
    files: PostPictures,
  },
  reply: OnePost,
  errors: [
    'not_found',
    'forbidden',
    'empty_post',
    'too_many_files',
    'bad_type',
    'too_large',
    'changed_elsewhere',
    'bad_mentions',
    'bad_date',
    'too_many_waiting',
  ],
});
export const pin = route({
  method: 'POST',
  path: '/userpost/:id/pin',
  access: 'member',
  params: Target,
  summary: 'Закрепить свой пост вверху стены вместо прежней',
  reply: Ok,
  errors: ['not_found', 'forbidden', 'not_published'],
});
export const unpin = route({
  method: 'DELETE',
  path: '/userpost/:id/pin',
  access: 'member',
  params: Target,
  summary: 'Открепить пост',
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
export const publish = route({
  method: 'POST',
  path: '/userpost/:id/publish',
  access: 'member',
  limit: 'posts',
  params: Target,
  reply: OnePost,
  errors: ['not_found', 'forbidden'],
  summary:
    'Опубликовать черновик: он становится новым постом с новым id, датой и местом вверху стены',
});
export const scheduled = route({
  method: 'GET',
  path: '/scheduled-posts',
  access: 'member',
  summary: 'Мои отложенные посты, новые сверху',
  query: Type.Object({ before: Type.Optional(Id) }),
  reply: PostsPage,
});
export const drafts = route({
  method: 'GET',
  path: '/drafts',
  access: 'member',
  summary: 'Мои черновики, новые сверху',
  query: Type.Object({ before: Type.Optional(Id) }),
  reply: PostsPage,
});
