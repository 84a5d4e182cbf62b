import { Type } from 'typebox';
import { FILES, LENGTHS } from './limits.ts';
import { LinkCard } from './link-cards.ts';
import { Mentions, MentionsField } from './mentions.ts';
import { Picture, PostHead } from './person.ts';
import { PollField, PollHead } from './polls.ts';
import { SharingFields } from './sharing.ts';
import {
  MayComment,
  PicturesField,
  PostCommenters,
  PostVideo,
  PublishAtField,
  Versions,
  VideoField,
} from './post-options.ts';
import { PostReactions } from './post-reactions.ts';
import { Id, Moment, Nullable, Offset, Ok, Page, Text, route } from './route.ts';

/** Who can see a post among those who can see the wall. */
export const POST_AUDIENCES = ['all', 'friends'] as const;
export type PostAudience = (typeof POST_AUDIENCES)[number];
export const PostAudience = Type.Unsafe<PostAudience>(Type.String({ enum: [...POST_AUDIENCES] }));

export const Post = Type.Object({
  _id: Id,
  user: Id,
  title: Type.String({ description: 'Текст поста' }),
  images: Type.Array(Type.String()),
  pictures: Type.Array(Picture),
  date: Moment,
  likes: Type.Integer(),
  comments: Type.Integer(),
  liked: Type.Boolean(),
  reactions: PostReactions,
  head: PostHead,
  edited: Nullable(Type.String({ description: 'Когда пост изменили; null, если не меняли' })),
  pinned: Type.Boolean(),
  audience: PostAudience,
  draft: Type.Boolean(),
  poll: Nullable(PollHead),
  link: Type.Optional(LinkCard),
  commentsFor: PostCommenters,
  mayComment: MayComment,
  publishAt: Nullable(Type.String({ description: 'Когда выйдет отложенный' })),
  video: Type.Optional(PostVideo),
  mentions: Mentions,
  ...SharingFields,
});
export const OnePost = Type.Object({ post: Post });
export const PostText = Type.Optional(
  Text({ max: LENGTHS.post, long: 'Пост не длиннее 10 000 символов' }),
);
export const PostPictures = {
  file: { count: FILES.postPictures, maxBytes: FILES.picture.maxBytes, tooMany: 'too_many_files' },
} as const;
/** Fields of a new and of a changed post that old clients do not send. */
export const PostOptions = {
  pictures: PicturesField,
  commentsFor: Type.Optional(PostCommenters),
  publishAt: PublishAtField,
  video: VideoField,
};
const Target = Type.Object({ id: Id });
export const PostsPage = Type.Object({ posts: Type.Array(Post), isLast: Type.Boolean() });

export const create = route({
  method: 'POST',
  path: '/createuserpost',
  creates: true,
  access: 'member',
  limit: 'posts',
  summary: 'Новый пост на своей стене: текст и до пяти картинок',
  form: {
    fields: Type.Object({
      title: PostText,
      date: Type.Optional(Type.Unknown()),
      audience: Type.Optional(PostAudience),
      poll: PollField,
      mentions: MentionsField,
      ...PostOptions,
      draft: Type.Optional(
        Type.Unsafe<'true' | 'false'>(
          Type.String({
            enum: ['true', 'false'],
            description: 'true: черновик, его видит только автор',
          }),
        ),
      ),
    }),
    files: PostPictures,
  },
  reply: OnePost,
  errors: [
    'empty_post',
    'too_many_files',
    'bad_type',
    'too_large',
    'bad_mentions',
    'bad_date',
    'too_many_waiting',
    'not_found',
  ],
});
export const remove = route({
  method: 'DELETE',
  path: '/deleteuserpost/:id',
  access: 'member',
  params: Target,
  summary: 'Удалить свой пост или черновик',
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
export const list = route({
  method: 'GET',
  path: '/posts/:userId/:page/:offset',
  access: 'reader',
  summary: 'Стена: посты человека, новые сверху; закреплённый — первый',
  params: Type.Object({ userId: Id, page: Page, offset: Offset }),
  query: Type.Object({ before: Type.Optional(Id) }),
  reply: Type.Object({
    ...PostsPage.properties,
    count: Type.Integer(),
    hidden: Type.Boolean({ description: 'Владелец не показывает стену' }),
  }),
  errors: ['not_found'],
});
export const one = route({
  method: 'GET',
  path: '/userpost/:id',
  access: 'reader',
  params: Target,
  summary: 'Один пост',
  reply: OnePost,
  errors: ['not_found'],
});
export const versions = route({
  method: 'GET',
  path: '/userpost/:id/versions',
  access: 'member',
  params: Target,
  summary: 'История изменений поста',
  reply: Versions,
  errors: ['not_found'],
});
export const friendsNews = route({
  method: 'GET',
  path: '/friendsnews',
  access: 'member',
  summary: 'Посты друзей, новые сверху',
  query: Type.Object({ before: Type.Optional(Id) }),
  reply: PostsPage,
});
export const postHead = route({
  method: 'GET',
  path: '/posthead/:id',
  access: 'member',
  params: Target,
  summary: 'Чей пост: id автора или поста',
  reply: PostHead,
  errors: ['not_found'],
});
