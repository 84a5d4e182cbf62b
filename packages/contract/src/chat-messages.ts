import { Type } from 'typebox';
import { TEXT_STYLES, type TextStyle } from './formatting.ts';
import { LinkCard } from './link-cards.ts';
import { Mention } from './mentions.ts';
import { Picture } from './person.ts';
import { PollHead } from './polls.ts';
import { Sticker } from './stickers.ts';
import { Id, Moment, Nullable } from './route.ts';

/**
 * `poster` is a frame of the video, in message-images; `thumbhash` is that of the poster. While the
 * `state` is not `ready` the video cannot be read; it then comes under another name.
 */
export const Clip = Type.Object({
  name: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  duration: Type.Number({ description: 'секунды' }),
  poster: Nullable(Type.String()),
  thumbhash: Type.String(),
  state: Type.Unsafe<'ready' | 'processing' | 'failed'>(
    Type.String({ description: 'ready, processing или failed' }),
  ),
});
/**
 * A file of any type. It is downloaded from `/media/message-file/{message}/{name}`; `preview` is a
 * picture in message-files.
 */
export const MessageFile = Type.Object({
  name: Type.String(),
  title: Type.String({ description: 'Имя, под которым файл сохраняется' }),
  bytes: Type.Integer(),
  preview: Nullable(Picture),
});
/**
 * Events of a group chat and calls of a private one, shown as lines of the history. The last two
 * stand in place of a message that was deleted by someone other than its author.
 */
export const SYSTEM_KINDS = [
  'created',
  'invited',
  'excluded',
  'left',
  'title',
  'avatar',
  'description',
  'handed',
  'appointed',
  'dismissed',
  'missed_call',
  'declined_call',
  'removed_by_creator',
  'removed_by_moderator',
] as const;
export type SystemKind = (typeof SYSTEM_KINDS)[number];
export const SystemMessage = Type.Object({
  kind: Type.Unsafe<SystemKind>(Type.String({ enum: [...SYSTEM_KINDS] })),
  userId: Nullable(Type.String({ description: 'О ком строка' })),
});
/**
 * The summary of a message that is replied to or pinned. A deleted one has neither author nor text.
 */
export const Quoted = Type.Object({
  _id: Id,
  user: Id,
  name: Type.String(),
  surname: Type.String(),
  message: Type.String({ description: 'Не длиннее 200 знаков' }),
  kind: Nullable(
    Type.Unsafe<'image' | 'video' | 'audio' | 'file' | 'sticker'>(
      Type.String({ description: 'image, video, audio, file или sticker' }),
    ),
  ),
  position: Type.Integer({ description: 'Место в комнате; 0 у удалённого' }),
  isDeleted: Type.Boolean(),
});
export const Reaction = Type.Object({
  emoji: Type.String(),
  count: Type.Integer(),
  users: Type.Array(Type.String(), { description: 'Не больше 200, новые в конце' }),
});
/** A part of the text in a style; its position is counted in UTF-16 units. */
export const StyledPart = Type.Object({
  style: Type.Unsafe<TextStyle>(Type.String({ enum: [...TEXT_STYLES] })),
  offset: Type.Integer({ minimum: 0 }),
  length: Type.Integer({ minimum: 1 }),
  emoji: Type.Optional({ ...Id, description: 'Картинка набора; только у emoji' }),
  image: Type.Optional(Type.String({ description: 'Её файл; только в ответе' })),
});
/** A picture of a message; an animated one may be saved. */
const MessagePicture = Type.Object({ ...Picture.properties, isMoving: Type.Boolean() });
export const Message = Type.Object({
  _id: Id,
  user: Id,
  name: Type.String(),
  surname: Type.String(),
  avatarUrl: Type.String(),
  message: Type.String(),
  date: Moment,
  images: Type.Array(Type.String()),
  videos: Type.Array(Type.String()),
  audio: Nullable(Type.String()),
  /**
   * Sizes of `images` and `videos`, in the same order, so that the layout does not jump while they
   * load.
   */
  pictures: Type.Array(MessagePicture),
  clips: Type.Array(Clip),
  files: Type.Array(MessageFile),
  audioDuration: Nullable(Type.Number()),
  sticker: Nullable(Sticker),
  system: Nullable(SystemMessage),
  /** The loudness of the voice message from beginning to end, 0 to 100; may be empty. */
  peaks: Type.Array(Type.Integer()),
  edited: Type.Boolean(),
  silent: Type.Boolean({ description: 'Отправлено без звука' }),
  position: Type.Integer({ description: 'Место в комнате; порядок у всех один' }),
  clientId: Nullable(Type.String()),
  replyTo: Nullable(Quoted),
  reactions: Type.Array(Reaction),
  mentions: Type.Array(Mention),
  formatting: Type.Array(StyledPart),
  forwarded: Nullable(Type.Object({ user: Id, name: Type.String(), surname: Type.String() })),
  /** With a poll, `message` is its question as text, for who shows no polls. */
  poll: Nullable(PollHead),
  link: Type.Optional(LinkCard),
});
