import { Type } from 'typebox';
import { LENGTHS } from './limits.ts';
import { Mentions, MentionsField } from './mentions.ts';
import { NoticePreview } from './notifications.ts';
import { Picture, PostHead } from './person.ts';
import { Id, Moment, Nullable, Text, route } from './route.ts';

/** What can be shared, by the first part of its address. */
export const SHARED_KINDS = ['userpost', 'publicpost', 'userphoto', 'video', 'app', 'ad'] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];
export const SharedKind = Type.Unsafe<SharedKind>(Type.String({ enum: [...SHARED_KINDS] }));

/** An object of this site as a card. Posts and articles have a head and their whole text. */
export const ObjectCard = Type.Object({
  kind: SharedKind,
  _id: Id,
  head: Type.Optional(PostHead),
  date: Type.Optional(Moment),
  title: Type.Optional(Type.String()),
  text: Type.String(),
  mentions: Mentions,
  pictures: Type.Array(Picture),
  preview: Type.Optional(NoticePreview),
  isRepost: Type.Optional(Type.Boolean({ description: 'Внутри чужая запись' })),
});
/** What a post shares; without a card, the original is gone or hidden from the reader. */
export const Repost = Type.Object({ card: Nullable(ObjectCard) });
/** The fields that sharing adds to a post or an article. */
export const SharingFields = {
  repost: Type.Optional(Repost),
  shares: Type.Optional(
    Type.Integer({ description: 'Сколько раз поделились; если ни разу, поля нет' }),
  ),
};

const Original = Type.Object({ kind: SharedKind, id: Id });
const Comment = Type.Optional(
  Text({ max: LENGTHS.post, long: 'Комментарий не длиннее 10 000 символов' }),
);
const Shared = Type.Object({ id: Id });

export const toWall = route({
  method: 'POST',
  path: '/share/:kind/:id/wall',
  creates: true,
  access: 'member',
  limit: 'posts',
  params: Original,
  summary: 'Поделиться на своей стене, со своими словами; кто видит оригинал, решает его автор',
  body: Type.Object({
    text: Comment,
    audience: Type.Optional(
      Type.Unsafe<'all' | 'friends'>(Type.String({ enum: ['all', 'friends'] })),
    ),
    mentions: MentionsField,
  }),
  reply: Shared,
  errors: ['not_found', 'bad_mentions'],
});
export const toCommunity = route({
  method: 'POST',
  path: '/share/:kind/:id/public/:publicId',
  creates: true,
  access: 'member',
  limit: 'posts',
  params: Type.Object({ ...Original.properties, publicId: Id }),
  summary: 'Поделиться в группе, которую ведёшь',
  body: Type.Object({ text: Comment, mentions: MentionsField }),
  reply: Shared,
  errors: ['not_found', 'forbidden', 'bad_mentions'],
});
export const sharers = route({
  method: 'GET',
  path: '/share/:kind/:id',
  access: 'member',
  params: Original,
  query: Type.Object({ before: Type.Optional(Id) }),
  summary: 'Кто поделился, новые сверху: посты, которые видит читающий',
  reply: Type.Object({
    posts: Type.Array(ObjectCard),
    count: Type.Integer(),
    next: Nullable(Type.String({ description: 'before следующей страницы' })),
  }),
  errors: ['not_found'],
});
