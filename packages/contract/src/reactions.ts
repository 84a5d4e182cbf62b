import { Type } from 'typebox';
import { LENGTHS } from './limits.ts';
import { Mentions, MentionsField } from './mentions.ts';
import { Id, Moment, Nullable, Offset, Ok, Page, Text, route } from './route.ts';

export const Comment = Type.Object({
  _id: Id,
  user: Id,
  name: Type.String(),
  surname: Type.String(),
  avatarUrl: Type.String(),
  date: Moment,
  comment: Type.String(),
  text: Type.String(),
  likes: Type.Integer(),
  liked: Type.Boolean(),
  mayDelete: Type.Boolean(),
  second: Nullable(
    Type.Integer({ description: 'К какой секунде видео приколот; null, если ни к какой' }),
  ),
  edited: Nullable(
    Type.String({ description: 'Когда комментарий изменили; null, если не меняли' }),
  ),
  mentions: Mentions,
  answerTo: Nullable(Type.String({ description: 'На какой комментарий это ответ' })),
  thread: Nullable(Type.String({ description: 'Комментарий, под которым стоит весь разговор' })),
  answered: Nullable(
    Type.Object(
      { user: Id, name: Type.String(), surname: Type.String() },
      { description: 'Кому ответ; null и у ответа, если того комментария больше нет' },
    ),
  ),
});
export const CommentText = Text({
  max: LENGTHS.comment,
  min: 1,
  empty: 'Напишите текст',
  long: 'Комментарий слишком длинный.',
});
export const State = Type.Object({
  state: Type.Optional(Type.Unsafe<'on' | 'off'>(Type.String({ enum: ['on', 'off'] }))),
});
export const Liking = Type.Object({ liked: Type.Boolean(), likes: Type.Integer() });
export const CommentsQuery = Type.Object({
  before: Type.Optional(Id),
  page: Type.Optional(Page),
  offset: Type.Optional(Offset),
});
export const Comments = Type.Object({
  comments: Type.Array(Comment),
  count: Type.Integer(),
  isLast: Type.Boolean(),
});
const Target = Type.Object({ id: Id });
const InPost = Type.Object({ postId: Id });

export const checkLike = route({
  method: 'GET',
  path: '/check-like/:id',
  access: 'member',
  params: Target,
  summary: 'Нравится ли мне пост или фотография',
  reply: Type.Object({ liked: Type.Boolean() }),
  errors: ['not_found'],
});
export const like = route({
  method: 'GET',
  path: '/like/:id',
  access: 'member',
  writes: true,
  limit: 'likes',
  params: Target,
  summary: 'Поставить или снять отметку «нравится»; с state — привести к нему',
  query: State,
  reply: Liking,
  errors: ['not_found', 'banned_here'],
});
export const comments = route({
  method: 'GET',
  path: '/userpost/comments/:postId',
  access: 'member',
  params: InPost,
  summary: 'Комментарии, новые в конце',
  query: CommentsQuery,
  reply: Comments,
  errors: ['not_found'],
});
export const comment = route({
  method: 'POST',
  path: '/userpost/comment/:postId',
  creates: true,
  access: 'member',
  limit: 'comments',
  params: InPost,
  summary: 'Комментировать; с answerTo — ответить на комментарий под тем же',
  body: Type.Object({
    date: Type.Optional(Type.Unknown()),
    text: CommentText,
    answerTo: Type.Optional(Id),
    mentions: MentionsField,
  }),
  reply: Type.Object({ comment: Comment }),
  errors: ['not_found', 'banned_here', 'comments_closed', 'bad_mentions'],
});
export const editComment = route({
  method: 'PATCH',
  path: '/userpost/comment/:id',
  access: 'member',
  limit: 'comments',
  params: Target,
  summary: 'Изменить свой комментарий',
  body: Type.Object({ text: CommentText, mentions: MentionsField }),
  reply: Type.Object({ comment: Comment }),
  errors: ['not_found', 'bad_mentions'],
});
export const removeComment = route({
  method: 'DELETE',
  path: '/userpost/comment/:id',
  access: 'member',
  params: Target,
  summary: 'Удалить свой комментарий или комментарий под своим постом',
  reply: Ok,
  errors: ['not_found'],
});
export const likeComment = route({
  method: 'GET',
  path: '/userpost/likecomment/:commentId',
  access: 'member',
  writes: true,
  limit: 'likes',
  params: Type.Object({ commentId: Id }),
  query: State,
  summary: 'Поставить или снять отметку комментарию',
  reply: Liking,
  errors: ['not_found', 'banned_here'],
});
