import { Type } from 'typebox';
import { Article, Before, Community, Flag } from './community-shapes.ts';
import { FILES, LENGTHS } from './limits.ts';
import { MentionsField } from './mentions.ts';
import { PostHead } from './person.ts';
import { PollField } from './polls.ts';
import { ArticleCommenters, PicturesField, Versions } from './post-options.ts';
import { Comment, CommentText, Comments, CommentsQuery, Liking, State } from './reactions.ts';
import { Id, Line, Offset, Ok, Page, Text, route } from './route.ts';

const Slim = Type.Optional(Type.Unsafe<'true' | 'false'>(Type.String({ enum: ['true', 'false'] })));
const OneArticle = Type.Object({ post: Article });
const Articles = Type.Object({ posts: Type.Array(Article), isLast: Type.Boolean() });
const InPost = Type.Object({ postId: Id });
const Title = Type.Optional(
  Line({ max: LENGTHS.title, long: 'Заголовок не длиннее 100 символов' }),
);
const Body = Type.Optional(Text({ max: LENGTHS.post, long: 'Текст не длиннее 10 000 символов' }));
const PublishAt = Type.Optional(
  Type.String({ maxLength: 40, description: 'ISO 8601: выйдет сама в этот час; пусто — сразу' }),
);
const Options = { pictures: PicturesField, commentsFor: Type.Optional(ArticleCommenters) };
export const pictures = {
  file: { count: FILES.postPictures, maxBytes: FILES.picture.maxBytes, tooMany: 'too_many_files' },
} as const;

// ── articles
export const posts = route({
  method: 'GET',
  path: '/public/posts/:id',
  access: 'member',
  params: Community,
  summary: 'Посты группы, новые сверху; закреплённый — первый',
  query: Type.Object({
    before: Type.Optional(Id),
    page: Type.Optional(Page),
    offset: Type.Optional(Offset),
    slim: Slim,
  }),
  reply: Type.Object({ ...Articles.properties, count: Type.Integer() }),
  errors: ['not_found'],
});
export const post = route({
  method: 'GET',
  path: '/public/post/:id',
  access: 'member',
  params: Community,
  summary: 'Один пост',
  reply: OneArticle,
  errors: ['not_found'],
});
export const postHead = route({
  method: 'GET',
  path: '/public/posthead/:id',
  access: 'member',
  params: Community,
  summary: 'Чей пост: id группы или поста',
  reply: PostHead,
  errors: ['not_found'],
});
export const createPost = route({
  method: 'POST',
  path: '/public/createpost/:id',
  creates: true,
  access: 'member',
  limit: 'posts',
  params: Community,
  summary: 'Пост группы: хотя бы одна картинка; её редакторы',
  form: {
    fields: Type.Object({
      title: Title,
      text: Body,
      date: Flag,
      publishAt: PublishAt,
      poll: PollField,
      mentions: MentionsField,
      ...Options,
    }),
    files: pictures,
  },
  reply: OneArticle,
  errors: [
    'bad_mentions',
    'not_found',
    'forbidden',
    'no_file',
    'bad_date',
    'too_many_waiting',
    'too_many_files',
    'bad_type',
    'too_large',
  ],
});
export const propose = route({
  method: 'POST',
  path: '/public/propose/:id',
  creates: true,
  access: 'member',
  limit: 'posts',
  params: Community,
  summary: 'Предложить пост: его увидят редакторы',
  form: {
    fields: Type.Object({
      title: Title,
      text: Body,
      poll: PollField,
      mentions: MentionsField,
      pictures: PicturesField,
    }),
    files: pictures,
  },
  reply: OneArticle,
  errors: [
    'bad_mentions',
    'not_found',
    'banned_here',
    'no_file',
    'too_many_waiting',
    'too_many_files',
    'bad_type',
    'too_large',
  ],
});
export const editPost = route({
  method: 'PATCH',
  path: '/public/post/:id',
  access: 'member',
  limit: 'posts',
  params: Community,
  summary: 'Изменить пост: редактор любой, автор — пока он предложен; чего нет, остаётся',
  form: {
    fields: Type.Object({
      title: Title,
      text: Body,
      publishAt: PublishAt,
      mentions: MentionsField,
      ...Options,
      keep: Type.Optional(Type.String({ maxLength: 2_000 })),
      edited: Type.Optional(Type.String({ maxLength: 40 })),
    }),
    files: pictures,
  },
  reply: OneArticle,
  errors: [
    'bad_mentions',
    'not_found',
    'forbidden',
    'no_file',
    'bad_date',
    'changed_elsewhere',
    'too_many_files',
    'bad_type',
    'too_large',
  ],
});
export const publish = route({
  method: 'POST',
  path: '/public/post/:id/publish',
  access: 'member',
  limit: 'posts',
  params: Community,
  summary: 'Опубликовать предложенную или отложенную сейчас',
  reply: OneArticle,
  errors: ['not_found', 'forbidden'],
});
export const removePost = route({
  method: 'DELETE',
  path: '/public/deletepost/:postId',
  access: 'member',
  params: InPost,
  summary: 'Удалить пост; предложенный — и его автор',
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
export const versions = route({
  method: 'GET',
  path: '/public/post/:id/versions',
  access: 'member',
  params: Community,
  summary: 'История изменений поста группы',
  reply: Versions,
  errors: ['not_found'],
});
export const pin = route({
  method: 'POST',
  path: '/public/post/:id/pin',
  access: 'member',
  params: Community,
  summary: 'Закрепить пост на месте прежнего',
  reply: Ok,
  errors: ['not_found', 'forbidden', 'not_published'],
});
export const unpin = route({
  method: 'DELETE',
  path: '/public/post/:id/pin',
  access: 'member',
  params: Community,
  summary: 'Открепить пост',
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
export const waiting = route({
  method: 'GET',
  path: '/public/waiting/:id/:state',
  access: 'member',
  query: Before,
  summary: 'Предложенные (не редактору — свои) или отложенные посты, новые сверху',
  params: Type.Object({
    id: Id,
    state: Type.Unsafe<'proposed' | 'scheduled'>(Type.String({ enum: ['proposed', 'scheduled'] })),
  }),
  reply: Articles,
  errors: ['not_found', 'forbidden'],
});
export const news = route({
  method: 'GET',
  path: '/publicnews',
  access: 'member',
  query: Type.Object({ before: Type.Optional(Id), slim: Slim }),
  summary: 'Новости моих групп, новые сверху',
  reply: Articles,
});

// ── likes and comments of articles
export const likePost = route({
  method: 'GET',
  path: '/public/likepost/:postId/:publicId',
  access: 'member',
  writes: true,
  limit: 'likes',
  params: Type.Object({ postId: Id, publicId: Id }),
  query: State,
  summary: 'Поставить или снять отметку поста группы',
  reply: Liking,
  errors: ['not_found', 'banned_here'],
});
export const comments = route({
  method: 'GET',
  path: '/public/comments/:postId',
  access: 'member',
  params: InPost,
  summary: 'Комментарии поста группы, новые в конце',
  query: CommentsQuery,
  reply: Comments,
  errors: ['not_found'],
});
export const comment = route({
  method: 'POST',
  path: '/public/comment/:postId',
  creates: true,
  access: 'member',
  limit: 'comments',
  params: InPost,
  summary: 'Комментировать пост группы',
  body: Type.Object({
    date: Flag,
    text: CommentText,
    pub: Flag,
    answerTo: Type.Optional(Id),
    mentions: MentionsField,
  }),
  reply: Type.Object({ comment: Comment }),
  errors: ['not_found', 'banned_here', 'comments_closed', 'bad_mentions'],
});
export const likeComment = route({
  method: 'GET',
  path: '/public/likecomment/:id',
  access: 'member',
  writes: true,
  limit: 'likes',
  params: Community,
  query: State,
  summary: 'Поставить или снять отметку комментарию',
  reply: Liking,
  errors: ['not_found', 'banned_here'],
});
