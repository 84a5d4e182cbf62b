import { Type } from 'typebox';
import { LENGTHS, SCHEDULED } from './limits.ts';
import { Id, Moment, Nullable, Ok, Text, route } from './route.ts';

/** Why a message was not sent at its time. */
export const SCHEDULED_PROBLEMS = ['closed', 'removed', 'suspended'] as const;
export const Scheduled = Type.Object({
  _id: Id,
  roomId: Id,
  isChat: Type.Boolean(),
  message: Type.String(),
  date: Moment,
  isSilent: Type.Boolean(),
  problem: Nullable(
    Type.Unsafe<(typeof SCHEDULED_PROBLEMS)[number]>(
      Type.String({
        description: `Почему не отправлено вовремя (${SCHEDULED_PROBLEMS.join(', ')}): собеседник закрыл сообщения, вы больше не в беседе, вы были заблокированы`,
      }),
    ),
  ),
});
const WithMessage = Type.Object({ scheduled: Scheduled });
const One = Type.Object({ id: Id });
const Words = Text({
  max: LENGTHS.message,
  long: 'Сообщение не длиннее 4 000 символов',
  kind: 'typed',
});
const When = Type.String({
  maxLength: 40,
  description: 'Момент (ISO 8601) в будущем, не дальше года',
  errorTexts: { required: 'Выберите время.' },
});

export const list = route({
  method: 'GET',
  path: '/scheduled',
  access: 'member',
  query: Type.Object({ room: Type.Optional(Id) }),
  reply: Type.Object({ messages: Type.Array(Scheduled) }),
  summary: `Мои запланированные сообщения чата, ближайшие сверху; без room — ближайшие ${SCHEDULED.messages} всех чатов`,
});
export const schedule = route({
  method: 'POST',
  path: '/schedule/:roomId',
  access: 'member',
  limit: 'messages',
  creates: true,
  params: Type.Object({ roomId: Id }),
  body: Type.Object({ message: Words, date: When, isSilent: Type.Optional(Type.Boolean()) }),
  reply: WithMessage,
  summary: 'Запланировать сообщение',
  errors: [
    'not_found',
    'messages_closed',
    'empty_message',
    'bad_date',
    'too_many_scheduled',
    'too_often',
  ],
});
export const change = route({
  method: 'PATCH',
  path: '/scheduled/:id',
  access: 'member',
  limit: 'messages',
  params: One,
  body: Type.Object({
    message: Type.Optional(Words),
    date: Type.Optional(When),
    isSilent: Type.Optional(Type.Boolean()),
  }),
  reply: WithMessage,
  summary: 'Изменить запланированное сообщение; чего нет, остаётся',
  errors: ['not_found', 'empty_message', 'bad_date', 'too_often'],
});
export const remove = route({
  method: 'DELETE',
  path: '/scheduled/:id',
  access: 'member',
  params: One,
  reply: Ok,
  summary: 'Удалить запланированное сообщение',
  errors: ['not_found'],
});
export const sendNow = route({
  method: 'POST',
  path: '/scheduled/:id/send',
  access: 'member',
  limit: 'messages',
  params: One,
  reply: Ok,
  summary: 'Отправить запланированное сообщение сейчас',
  errors: ['not_found', 'messages_closed', 'too_often'],
});
