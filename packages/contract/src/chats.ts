import { Type } from 'typebox';
import { Id, Moment, Nullable, Offset, Ok, Page, SearchWords, route } from './route.ts';
import { Message, Quoted } from './chat-messages.ts';
import { MessageForm } from './message-form.ts';

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
