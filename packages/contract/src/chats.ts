import { Type } from 'typebox';
import { TEXT_STYLES, type TextStyle } from './formatting.ts';
import { FILES, LENGTHS, MESSAGE_FILES } from './limits.ts';
import { LinkCard } from './link-cards.ts';
import { Mention } from './mentions.ts';
import { Picture } from './person.ts';
import { PicturesField } from './post-options.ts';
import { PollField, PollHead } from './polls.ts';
import { Sticker } from './stickers.ts';
import { Id, Moment, Nullable, Offset, Ok, Page, SearchWords, Text, route } from './route.ts';

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
export const RoomEntry = Type.Object({
  _id: Id,
  id: Id,
  isChat: Type.Boolean(),
  title: Type.String(),
  name: Type.String(),
  surname: Type.String(),
  avatarUrl: Type.String(),
  userId: Nullable(Type.String({ description: 'Собеседник' })),
  isOnline: Type.Boolean(),
  lastMessage: Type.String(),
  lastDate: Nullable(Moment),
  sender: Nullable(Type.String()),
  unread: Type.Integer(),
  senderName: Type.String({
    description: 'Кто написал последнее в беседе; пусто в переписке двоих',
  }),
  isMuted: Type.Boolean(),
  draft: Type.String(),
  mentioned: Type.Boolean({ description: 'Среди непрочитанного меня упомянули' }),
  isPinned: Type.Boolean(),
  isArchived: Type.Boolean(),
});
/**
 * Why a private conversation accepts no messages. Being blocked by the other person is reported as
 * `limited`, like all their restrictions.
 */
export const CLOSED = ['blocked', 'limited', 'suspended', 'gone'] as const;
export const Room = Type.Object({
  _id: Id,
  id: Id,
  isChat: Type.Boolean(),
  userId: Id,
  name: Type.String(),
  surname: Type.String(),
  avatarUrl: Type.String(),
  date: Nullable(Moment),
  isOnline: Type.Boolean(),
  bg: Type.String(),
  mayWrite: Type.Boolean({ description: 'Можно ли сейчас писать собеседнику' }),
  closed: Nullable(
    Type.Unsafe<(typeof CLOSED)[number]>(
      Type.String({
        description: `Почему нельзя (${CLOSED.join(', ')}): я его заблокировал, он ограничил сообщения, его заблокировал администратор, профиль удалён`,
      }),
    ),
  ),
  isMuted: Type.Boolean(),
  draft: Type.String(),
  pinned: Nullable(Quoted),
  clearedPosition: Type.Integer({ description: 'Последнее сообщение, которое я убрал из истории' }),
});
const WithRoom = Type.Object({ room: Room });
const Other = Type.Object({ userId: Id });
const InRoom = Type.Object({ roomId: Id });
const Flag = Type.Optional(Type.Unknown());

export const rooms = route({
  method: 'GET',
  path: '/get-rooms',
  access: 'member',
  summary: 'Мои переписки: закреплённые, затем новые сверху; без архива',
  query: Type.Object({
    before: Type.Optional(Id),
    q: Type.Optional(SearchWords),
    folder: Type.Optional(Id),
    archive: Type.Optional(
      Type.Unsafe<'true'>(Type.String({ enum: ['true'], description: 'Только архив' })),
    ),
  }),
  reply: Type.Object({ rooms: Type.Array(RoomEntry), isLast: Type.Boolean() }),
  errors: ['not_found'],
});
export const unread = route({
  method: 'GET',
  path: '/rooms/unread',
  access: 'member',
  summary: 'Сколько непрочитанных сообщений',
  reply: Type.Object({ count: Type.Integer() }),
});
export const checkRoom = route({
  method: 'GET',
  path: '/check-rooms/:userId',
  access: 'member',
  params: Other,
  summary: 'Есть ли переписка с человеком',
  reply: Type.Object({ room: Nullable(Room), exists: Type.Boolean() }),
});
export const createRoom = route({
  method: 'GET',
  path: '/create-room/:userId',
  access: 'member',
  writes: true,
  params: Other,
  summary: 'Завести переписку или найти её',
  reply: WithRoom,
  errors: ['self', 'not_found', 'too_often', 'messages_closed', 'person_suspended'],
});
export const getRoomId = route({
  method: 'GET',
  path: '/get-room-id/:userId',
  access: 'member',
  params: Other,
  summary: 'Переписка с человеком',
  reply: WithRoom,
  errors: ['not_found'],
});
export const roomByUsers = route({
  method: 'GET',
  path: '/room-by-users/:userId',
  access: 'member',
  params: Other,
  summary: 'Переписка с человеком',
  reply: WithRoom,
  errors: ['not_found'],
});
export const room = route({
  method: 'GET',
  path: '/room/:id',
  access: 'member',
  params: Type.Object({ id: Id }),
  summary: 'Комната',
  reply: WithRoom,
  errors: ['not_found'],
});

export const connect = route({
  method: 'GET',
  path: '/connect/:roomId/:userId',
  access: 'member',
  params: Type.Object({ roomId: Id, userId: Id }),
  query: Type.Object({
    from: Type.Optional(
      Type.Unsafe<'unread'>(
        Type.String({
          enum: ['unread'],
          description: 'unread: init начинается у первого непрочитанного, а не с конца',
        }),
      ),
    ),
  }),
  reply: 'stream',
  summary: 'Поток комнаты: init, load, create, edit, delete, read, typing, presence, removed',
  errors: ['not_found', 'forbidden', 'too_many_streams'],
});
export const MessagesPage = Type.Object({
  messages: Type.Array(Message),
  isLast: Type.Boolean(),
  isNewest: Type.Optional(Type.Boolean({ description: 'Новее ничего нет' })),
  target: Type.Optional(Id),
  deleted: Type.Optional(Type.Array(Id)),
  seq: Type.Optional(Type.Integer()),
});
export const messages = route({
  method: 'GET',
  path: '/messages/:page/:offset',
  access: 'member',
  params: Type.Object({ page: Page, offset: Offset }),
  summary:
    'Страница сообщений, старые сверху; без room — комнаты открытого потока, и страница уходит в него',
  query: Type.Object({
    room: Type.Optional(Id),
    before: Type.Optional(Id),
    after: Type.Optional(Type.Integer({ minimum: 0, description: 'Изменения после номера' })),
    around: Type.Optional(Id),
    newerThan: Type.Optional(Id),
    date: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d{2}-\\d{2}(T[\\d:.]{5,12}Z)?$',
        description: 'День (UTC) или момент: сообщения вокруг первого с тех пор',
        errorTexts: { pattern: 'Укажите дату в виде ГГГГ-ММ-ДД.' },
      }),
    ),
  }),
  reply: MessagesPage,
  errors: ['no_open_room', 'not_found'],
});

const PEAK = '(?:\\d{1,2}|100)';
const KEPT = '"[0-9a-z]{8,64}\\.[0-9a-z]{2,5}"';
const ID = '[0-9a-fA-F-]{36}';
const IDS = `^\\[("${ID}"(,"${ID}"){0,${MESSAGE_FILES - 1}})?\\]$`;
const MessageForm = {
  fields: Type.Object({
    message: Type.Optional(
      Text({
        max: LENGTHS.message,
        long: 'Сообщение не длиннее 4 000 символов',
        kind: 'typed',
      }),
    ),
    date: Flag,
    imageExists: Flag,
    videoExists: Flag,
    audioExists: Flag,
    isFile: Flag,
    silent: Type.Optional(
      Type.Unsafe<'true'>(
        Type.String({ enum: ['true'], description: 'Без звука и уведомлений у других' }),
      ),
    ),
    clientId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    uploads: Type.Optional(
      Type.String({
        pattern: IDS,
        maxLength: 500,
        description: 'JSON: номера загрузок (/api/uploads, purpose message), не больше десяти',
      }),
    ),
    cloudFiles: Type.Optional(
      Type.String({
        pattern: IDS,
        maxLength: 500,
        description: 'JSON: номера файлов своего облака; в сообщении остаётся копия',
      }),
    ),
    replyTo: Type.Optional(Id),
    mentions: Type.Optional(
      Type.String({ maxLength: 8_000, description: 'JSON: [{user, offset, length}]' }),
    ),
    formatting: Type.Optional(
      Type.String({
        maxLength: 20_000,
        description: `JSON: [{style, offset, length, emoji}], style: ${TEXT_STYLES.join(', ')}; emoji — номер картинки набора`,
      }),
    ),
    poll: PollField,
    sticker: Type.Optional({ ...Id, description: 'Стикер добавленного набора, вместо текста' }),
    gif: Type.Optional({ ...Id, description: 'Сохранённая GIF; в сообщении остаётся копия' }),
    peaks: Type.Optional(
      Type.String({
        pattern: `^\\[(${PEAK}(,${PEAK}){0,${FILES.voicePeaks - 1}})?\\]$`,
        maxLength: 400,
        description: 'Громкость голосового: список чисел от 0 до 100',
      }),
    ),
    pictures: PicturesField,
    keep: Type.Optional(
      Type.String({
        pattern: `^\\[(${KEPT}(,${KEPT}){0,19})?\\]$`,
        maxLength: 1_500,
        description:
          'При изменении: имена вложений, которые остаются; без него вид, который прислан, заменяется целиком',
      }),
    ),
  }),
  files: {
    image: { count: FILES.chatPictures, maxBytes: FILES.chatTotal, tooMany: 'too_many_images' },
    video: { count: FILES.chatVideos, maxBytes: FILES.chatTotal, tooMany: 'too_many_videos' },
    audio: { count: 1, maxBytes: FILES.voice },
    /** poster0 is a frame of video0. */
    poster: { count: FILES.chatVideos, maxBytes: FILES.picture.maxBytes },
  },
  totalBytes: FILES.chatTotal,
  tooLarge: 'chat_files_too_large',
} as const;
const sendErrors = [
  'not_found',
  'messages_closed',
  'message_deleted',
  'poll_fixed',
  'empty_message',
  'too_many_images',
  'too_many_videos',
  'chat_files_too_large',
  'too_large',
  'bad_type',
  'needs_encoder',
  'too_often',
  'bad_mentions',
  'too_many_files',
  'upload_lost',
  'upload_unfinished',
  'storage_full',
  'pack_not_added',
] as const;
export const send = route({
  method: 'POST',
  path: '/new-messages/:roomId',
  access: 'member',
  limit: 'messages',
  params: InRoom,
  form: MessageForm,
  summary: 'Отправить сообщение; один clientId — одно сообщение',
  reply: Type.Object({ message: Message }),
  errors: sendErrors,
});
export const edit = route({
  method: 'PATCH',
  path: '/message/:id',
  access: 'member',
  limit: 'messages',
  params: Type.Object({ id: Id }),
  form: MessageForm,
  summary: 'Изменить своё сообщение; вложения одного вида заменяются целиком',
  reply: Type.Object({ message: Message }),
  errors: sendErrors,
});
export const remove = route({
  method: 'DELETE',
  path: '/message/:id',
  access: 'member',
  params: Type.Object({ id: Id }),
  summary: 'Удалить своё сообщение',
  reply: Ok,
  errors: ['not_found'],
});
export const read = route({
  method: 'GET',
  path: '/read/:roomId',
  access: 'member',
  writes: true,
  params: InRoom,
  query: Type.Object({
    upTo: Type.Optional(Type.String({ ...Id, description: 'Прочитать до этого сообщения' })),
  }),
  summary: 'Прочитать всё в комнате или до сообщения',
  reply: Ok,
  errors: ['not_found'],
});
export const typing = route({
  method: 'POST',
  path: '/typing/:roomId',
  access: 'member',
  params: InRoom,
  summary: 'Я печатаю',
  reply: Ok,
  errors: ['not_found', 'messages_closed'],
});
