import { Type } from 'typebox';
import { PersonCard } from './person.ts';
import { Id, Moment, Nullable, Ok, route } from './route.ts';

export const NOTIFICATION_TYPES = [
  'friends',
  'reply',
  'delete',
  'reject',
  'like',
  'comment',
  'visit',
  'file',
  'invite',
  'mention',
  'public',
  'video',
  'takedown',
  'board',
  'promo',
  'device',
  'share',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];
/**
 * Notices from the platform itself: the recipient is stored as the sender. Nobody can block, mute
 * or leave the platform.
 */
export const FROM_PLATFORM: readonly NotificationType[] = ['takedown', 'promo', 'device'];

/**
 * The title of a notice about a reply to the recipient's comment; others are about their object.
 */
export const ANSWER_TITLE = 'Ответ на ваш комментарий';

/** The title of a notice about a reaction besides the like, without grammatical gender. */
export const reactionTitle = (emoji: string, kind: string): string =>
  `Реакция ${emoji} на вашу ${kind === 'userphoto' ? 'фотографию' : 'запись'}`;

/** The titles of notices about a mention outside of a group chat. */
export const POST_MENTION_TITLE = 'Вас упомянули в посте';
export const COMMENT_MENTION_TITLE = 'Вас упомянули в комментарии';
export const AD_MENTION_TITLE = 'Вас упомянули в объявлении';

/** The parts of the list that can be shown alone. */
export const NOTICE_SECTIONS = ['people', 'reactions', 'news'] as const;
export type NoticeSection = (typeof NOTICE_SECTIONS)[number];
/** The types of each section. Notices of the platform are only in the whole list. */
export const SECTION_TYPES = {
  people: ['friends', 'reply', 'delete', 'reject', 'visit', 'file', 'invite'],
  reactions: ['like', 'comment', 'mention', 'share'],
  news: ['public', 'video', 'board'],
} as const satisfies Record<NoticeSection, readonly NotificationType[]>;

/** How many characters of a text a preview has. */
export const PREVIEW_LENGTH = 120;
export const NoticePreview = Type.Object({
  name: Type.Optional(
    Type.String({ description: 'Название: беседы, группы, канала, файла, игры, рекламы' }),
  ),
  text: Type.Optional(Type.String({ description: 'Первые слова поста или название видео' })),
  quote: Type.Optional(
    Type.String({ description: 'Первые слова комментария или сообщения отправителя' }),
  ),
  picture: Type.Optional(
    Type.Object(
      { folder: Type.String(), name: Type.String() },
      { description: 'Картинка: /media/{folder}/{name}' },
    ),
  ),
});

export const Notification = Type.Object({
  _id: Id,
  title: Type.String(),
  type: Type.Unsafe<NotificationType>(Type.String({ enum: [...NOTIFICATION_TYPES] })),
  from: Id,
  to: Id,
  person: PersonCard,
  postType: Nullable(Type.String()),
  postID: Nullable(Type.String()),
  checked: Type.Boolean(),
  date: Moment,
  others: Type.Integer({
    description: 'Сколько ещё людей сделали то же, пока уведомление не прочитано',
  }),
  preview: Type.Optional(NoticePreview),
});
export const list = route({
  method: 'GET',
  path: '/notifications',
  access: 'member',
  summary: 'Мои уведомления, новые сверху',
  query: Type.Object({
    before: Type.Optional(Id),
    section: Type.Optional(
      Type.Unsafe<NoticeSection>(
        Type.String({
          enum: [...NOTICE_SECTIONS],
          description: 'people: заявки и гости; reactions: отметки и ответы; news: группы и видео',
        }),
      ),
    ),
  }),
  reply: Type.Object({
    notifications: Type.Array(Notification),
    isLast: Type.Boolean(),
    unread: Type.Integer(),
  }),
});
export const read = route({
  method: 'POST',
  path: '/notifications/read',
  access: 'member',
  summary: 'Отметить все уведомления прочитанными',
  reply: Ok,
});
/**
 * The notices that can be switched off. A friend request is answered in its notice, and the owner
 * of removed content must learn of it, as the owner of an account of a new device, so these are not
 * listed.
 */
export const MUTABLE_TYPES = [
  'reply',
  'delete',
  'reject',
  'like',
  'comment',
  'share',
  'visit',
  'file',
  'invite',
  'mention',
  'public',
  'video',
  'board',
  'promo',
] as const satisfies readonly NotificationType[];
const Quiet = Type.Object({
  quiet: Type.Array(Type.Unsafe<NotificationType>(Type.String({ enum: [...MUTABLE_TYPES] })), {
    maxItems: MUTABLE_TYPES.length,
  }),
});
export const settings = route({
  method: 'GET',
  path: '/notifications/settings',
  access: 'member',
  summary: 'Какие уведомления выключены',
  reply: Quiet,
});
export const setSettings = route({
  method: 'POST',
  path: '/notifications/settings',
  access: 'member',
  summary: 'Выключить эти уведомления и включить остальные',
  body: Quiet,
  reply: Quiet,
});
export const unread = route({
  method: 'GET',
  path: '/notifications/unread',
  access: 'member',
  summary: 'Сколько непрочитанных уведомлений, не больше 100',
  reply: Type.Object({ count: Type.Integer() }),
});
