import { Type } from 'typebox';
import { FILES } from './limits.ts';
import { LinkCard } from './link-cards.ts';
import { Mentions } from './mentions.ts';
import { ReadersName } from './open.ts';
import { Picture, PostHead } from './person.ts';
import { PollHead } from './polls.ts';
import { ArticleCommenters, MayComment } from './post-options.ts';
import { PostReactions } from './post-reactions.ts';
import { Comment } from './reactions.ts';
import { Id, Moment, Nullable } from './route.ts';
import { SharingFields } from './sharing.ts';

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
export const OneCommunity = Type.Object({ pub: CommunityDetails });
export const People = { isLast: Type.Boolean(), count: Type.Integer() };
export const Community = Type.Object({ id: Id });
export const Member = Type.Object({ id: Id, userId: Id });
export const Before = Type.Object({ before: Type.Optional(Id) });
export const Flag = Type.Optional(Type.Unknown());
export const onePicture = { count: 1, maxBytes: FILES.picture.maxBytes } as const;
