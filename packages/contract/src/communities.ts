import { Type } from 'typebox';
import { FILES, LENGTHS } from './limits.ts';
import { LinkCard } from './link-cards.ts';
import { Mentions, MentionsField } from './mentions.ts';
import { PersonCard, Picture, PostHead } from './person.ts';
import { ReadersName } from './open.ts';
import { PollField, PollHead } from './polls.ts';
import { ArticleCommenters, MayComment, PicturesField, Versions } from './post-options.ts';
import { PostReactions } from './post-reactions.ts';
import { Comment, CommentText, Comments, CommentsQuery, Liking, State } from './reactions.ts';
import { SharingFields } from './sharing.ts';
import { Id, Line, ListQuery, Moment, Nullable, Offset, Ok, Page, Text, route } from './route.ts';

/** The viewer's role in a community: its admin, an editor, a reader, or banned. */
export const COMMUNITY_ROLES = ['admin', 'editor', 'reader', 'banned'] as const;
export type CommunityRole = (typeof COMMUNITY_ROLES)[number];
/** The state of an article: visible to all, scheduled, or waiting for an editor's approval. */
export const ARTICLE_STATES = ['published', 'scheduled', 'proposed'] as const;
export type ArticleState = (typeof ARTICLE_STATES)[number];
export const NOTICE_TYPES = ['subscribe', 'like', 'comment', 'proposal'] as const;
export type CommunityNoticeType = (typeof NOTICE_TYPES)[number];

export const CommunityCard = Type.Object({
  _id: Id,
  name: Type.String(),
  description: Type.String(),
  avatarUrl: Type.String({ description: 'Пусто: рисуется существо по _id' }),
  subscribersCount: Type.Integer(),
  isSubscriber: Type.Boolean(),
});
export const CommunityDetails = Type.Object({
  ...CommunityCard.properties,
  bannerUrl: Type.String(),
  admin: Id,
  mentions: Mentions,
  readers: ReadersName,
  postsCount: Type.Integer(),
  subscribers: Type.Array(Id, { description: 'Новые 100, и сам читающий, если подписан' }),
  role: Type.Unsafe<CommunityRole>(Type.String({ enum: [...COMMUNITY_ROLES] })),
  date: Moment,
  unread: Type.Integer({ description: 'Непрочитанные события группы; не редактору — 0' }),
  proposed: Type.Integer({ description: 'Предложенные посты; не редактору — свои' }),
  scheduled: Type.Integer({ description: 'Отложенные посты; не редактору — 0' }),
});
export const Article = Type.Object({
  _id: Id,
  public: Id,
  title: Type.String(),
  text: Type.String(),
  images: Type.Array(Type.String()),
  pictures: Type.Array(Picture),
  date: Moment,
  likes: Type.Integer(),
  liked: Type.Boolean(),
  reactions: PostReactions,
  comments: Type.Array(Comment, {
    description: 'Новые 50, последние в конце; с slim=true — ни одного',
  }),
  commentsCount: Type.Integer(),
  head: PostHead,
  edited: Nullable(Type.String()),
  pinned: Type.Boolean(),
  state: Type.Unsafe<ArticleState>(Type.String({ enum: [...ARTICLE_STATES] })),
  publishAt: Nullable(Type.String({ description: 'Когда выйдет отложенная' })),
  author: Nullable(PostHead),
  isProposal: Type.Boolean({ description: 'Предложена участником: author виден всем' }),
  mayEdit: Type.Boolean(),
  poll: Nullable(PollHead),
  link: Type.Optional(LinkCard),
  commentsFor: ArticleCommenters,
  mayComment: MayComment,
  mentions: Mentions,
  ...SharingFields,
});
const OneCommunity = Type.Object({ pub: CommunityDetails });
const OneArticle = Type.Object({ post: Article });
const Articles = Type.Object({ posts: Type.Array(Article), isLast: Type.Boolean() });
const People = { isLast: Type.Boolean(), count: Type.Integer() };
const Slim = Type.Optional(Type.Unsafe<'true' | 'false'>(Type.String({ enum: ['true', 'false'] })));
const Community = Type.Object({ id: Id });
const InPost = Type.Object({ postId: Id });
const Member = Type.Object({ id: Id, userId: Id });
const Before = Type.Object({ before: Type.Optional(Id) });
const Flag = Type.Optional(Type.Unknown());
const onePicture = { count: 1, maxBytes: FILES.picture.maxBytes } as const;
const header = {
  fields: Type.Object({
    name: Line({
      max: LENGTHS.title,
      min: 1,
      empty: 'Не введено имя',
      long: 'Название не длиннее 100 символов',
    }),
    description: Type.Optional(
      Text({ max: LENGTHS.description, long: 'Описание не длиннее 5 000 символов' }),
    ),
    mentions: MentionsField,
    readers: Type.Optional(ReadersName),
    removeAvatar: Flag,
    removeBanner: Flag,
  }),
  files: { avatar: onePicture, banner: onePicture },
} as const;
const Title = Type.Optional(
  Line({ max: LENGTHS.title, long: 'Заголовок не длиннее 100 символов' }),
);
const Body = Type.Optional(Text({ max: LENGTHS.post, long: 'Текст не длиннее 10 000 символов' }));
const PublishAt = Type.Optional(
  Type.String({ maxLength: 40, description: 'ISO 8601: выйдет сама в этот час; пусто — сразу' }),
);
const Options = { pictures: PicturesField, commentsFor: Type.Optional(ArticleCommenters) };
const pictures = {
  file: { count: FILES.postPictures, maxBytes: FILES.picture.maxBytes, tooMany: 'too_many_files' },
} as const;

// ── the community
export const all = route({
  method: 'GET',
  path: '/public/all-publics',
  access: 'member',
  limit: 'search',
  summary: 'Группы, большие сверху; q — в названии и описании',
  query: Type.Object({ ...ListQuery.properties, before: Type.Optional(Id) }),
  reply: Type.Object({ publics: Type.Array(CommunityCard), ...People }),
});
export const own = route({
  method: 'GET',
  path: '/public/own',
  access: 'member',
  summary: 'Группы, которые я веду или редактирую',
  reply: Type.Object({ publics: Type.Array(CommunityCard) }),
});
export const create = route({
  method: 'POST',
  path: '/public/create',
  creates: true,
  access: 'member',
  limit: 'publics',
  summary: 'Создать группу',
  form: header,
  reply: OneCommunity,
  errors: ['too_many_publics', 'bad_mentions', 'bad_type', 'too_large'],
});
export const edit = route({
  method: 'POST',
  path: '/public/edit/:id',
  access: 'member',
  limit: 'uploads',
  params: Community,
  summary: 'Изменить группу: её администратор',
  form: header,
  reply: OneCommunity,
  errors: ['not_found', 'forbidden', 'bad_mentions', 'bad_type', 'too_large'],
});
export const remove = route({
  method: 'DELETE',
  path: '/public/public/:id',
  access: 'member',
  params: Community,
  summary: 'Удалить группу со всеми постами; её администратор',
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
export const one = route({
  method: 'GET',
  path: '/public/public/:id',
  access: 'member',
  params: Community,
  summary: 'Группа',
  reply: OneCommunity,
  errors: ['not_found'],
});
export const transferGroup = route({
  method: 'POST',
  path: '/public/hand-over/:id/:userId',
  access: 'member',
  params: Member,
  summary: 'Передать группу подписчику; прежний администратор становится редактором',
  reply: OneCommunity,
  errors: ['not_found', 'forbidden', 'self', 'not_subscribed', 'too_many_publics'],
});

// ── its readers
export const isSubscriber = route({
  method: 'GET',
  path: '/public/issubscriber/:id',
  access: 'member',
  params: Community,
  summary: 'Подписан ли я',
  reply: Type.Object({ isSubscriber: Type.Boolean() }),
  errors: ['not_found'],
});
export const subscribe = route({
  method: 'GET',
  path: '/public/subscribe/:id',
  access: 'member',
  writes: true,
  limit: 'likes',
  params: Community,
  query: State,
  summary: 'Подписаться или отписаться; с state — привести к нему',
  reply: Type.Object({ isSubscriber: Type.Boolean(), subscribersCount: Type.Integer() }),
  errors: ['not_found', 'banned_here', 'too_many_subscriptions'],
});
export const unsubscribe = route({
  method: 'POST',
  path: '/public/subscribe/:id',
  access: 'member',
  limit: 'likes',
  params: Community,
  summary: 'Отписаться; в ответе — подписка на освободившееся место',
  body: Type.Object({
    showedSubscribes: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 100 }),
  }),
  reply: Type.Object({ isSubscriber: Type.Boolean(), newSubscribe: Nullable(CommunityCard) }),
  errors: ['not_found'],
});
export const firstSubscribers = route({
  method: 'GET',
  path: '/public/firstsubscribers/:id',
  access: 'member',
  params: Community,
  summary: 'Новые 12 подписчиков',
  reply: Type.Object({ subscribers: Type.Array(PersonCard), count: Type.Integer() }),
  errors: ['not_found'],
});
export const subscribes = route({
  method: 'GET',
  path: '/public/subscribes/:id',
  access: 'member',
  params: Community,
  query: Type.Object({ ...ListQuery.properties, before: Type.Optional(Id) }),
  summary: 'Подписки человека; с id группы — её подписчики',
  reply: Type.Object({
    subscribes: Type.Array(CommunityCard),
    subscribers: Type.Array(PersonCard),
    ...People,
  }),
  errors: ['not_found'],
});

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

// ── its administration
export const CommunityNotice = Type.Object({
  _id: Id,
  type: Type.Unsafe<CommunityNoticeType>(Type.String({ enum: [...NOTICE_TYPES] })),
  text: Type.String(),
  person: PersonCard,
  postID: Nullable(Type.String()),
  date: Moment,
  isNew: Type.Boolean(),
});
export const notices = route({
  method: 'GET',
  path: '/public/notifications/:id',
  access: 'member',
  params: Community,
  query: Before,
  summary: 'События группы, новые сверху; её редакторам',
  reply: Type.Object({ notifications: Type.Array(CommunityNotice), isLast: Type.Boolean() }),
  errors: ['not_found', 'forbidden'],
});
export const readNotices = route({
  method: 'POST',
  path: '/public/notifications/:id/read',
  access: 'member',
  params: Community,
  summary: 'События группы прочитаны',
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
export const editors = route({
  method: 'GET',
  path: '/public/editors/:id',
  access: 'member',
  params: Community,
  summary: 'Кто ведёт группу: администратор первый',
  reply: Type.Object({ admin: Nullable(PersonCard), editors: Type.Array(PersonCard) }),
  errors: ['not_found'],
});
export const addEditor = route({
  method: 'POST',
  path: '/public/editors/:id/:userId',
  access: 'member',
  params: Member,
  summary: 'Сделать подписчика редактором; администратор группы',
  reply: Ok,
  errors: ['not_found', 'forbidden', 'self', 'not_subscribed', 'too_many_editors'],
});
export const removeEditor = route({
  method: 'DELETE',
  path: '/public/editors/:id/:userId',
  access: 'member',
  params: Member,
  summary: 'Убрать редактора: администратор группы, или сам редактор себя',
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
export const bans = route({
  method: 'GET',
  path: '/public/bans/:id',
  access: 'member',
  params: Community,
  query: Before,
  summary: 'Кого группа не пускает; её редакторам',
  reply: Type.Object({
    bans: Type.Array(Type.Object({ person: PersonCard, reason: Type.String(), date: Moment })),
    isLast: Type.Boolean(),
  }),
  errors: ['not_found', 'forbidden'],
});
export const ban = route({
  method: 'POST',
  path: '/public/bans/:id/:userId',
  access: 'member',
  params: Member,
  summary: 'Закрыть человеку подписку, комментарии и предложения; редакторы',
  reply: Ok,
  body: Type.Object({
    reason: Type.Optional(Text({ max: LENGTHS.about, long: 'Причина не длиннее 100 символов' })),
  }),
  errors: ['not_found', 'forbidden', 'self'],
});
export const unban = route({
  method: 'DELETE',
  path: '/public/bans/:id/:userId',
  access: 'member',
  params: Member,
  summary: 'Вернуть человеку доступ',
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
