import { Type } from 'typebox';
import { Message, Reaction, StyledPart } from './chat-messages.ts';
import { FORWARDED, LENGTHS } from './limits.ts';
import { Id, Moment, Ok, SearchWords, Text, route } from './route.ts';

const OfMessage = Type.Object({ messageId: Id });
const OfRoom = Type.Object({ roomId: Id });
const WithEmoji = Type.Object({
  emoji: Type.String({
    minLength: 1,
    maxLength: 40,
    errorTexts: { required: 'Выберите реакцию.' },
  }),
});
export const FoundRoom = Type.Object({
  _id: Id,
  isChat: Type.Boolean(),
  title: Type.String({ description: 'Название или имя собеседника' }),
  avatarUrl: Type.String(),
  userId: Type.String(),
});
const Reactions = Type.Object({ reactions: Type.Array(Reaction) });

export const react = route({
  method: 'POST',
  path: '/reaction/:messageId',
  access: 'member',
  limit: 'likes',
  params: OfMessage,
  body: WithEmoji,
  reply: Reactions,
  summary:
    'Поставить реакцию; вторая такая же ничего не меняет, четвёртая становится на место самой старой из своих',
  errors: ['not_found', 'messages_closed', 'bad_emoji', 'too_many_reactions'],
});
export const unreact = route({
  method: 'DELETE',
  path: '/reaction/:messageId',
  access: 'member',
  limit: 'likes',
  params: OfMessage,
  body: WithEmoji,
  reply: Reactions,
  summary: 'Снять реакцию',
  errors: ['not_found', 'messages_closed'],
});
export const forward = route({
  method: 'POST',
  path: '/forward',
  access: 'member',
  reply: Ok,
  body: Type.Object({
    messages: Type.Array(Id, {
      minItems: 1,
      maxItems: FORWARDED.messages,
      errorTexts: {
        minItems: 'Выберите сообщения.',
        maxItems: 'За один раз можно переслать не больше 100 сообщений.',
        required: 'Выберите сообщения.',
      },
    }),
    rooms: Type.Array(Id, {
      minItems: 1,
      maxItems: FORWARDED.rooms,
      errorTexts: {
        minItems: 'Выберите, кому переслать.',
        maxItems: 'За один раз можно выбрать не больше 10 чатов.',
        required: 'Выберите, кому переслать.',
      },
    }),
    clientId: Type.String({ minLength: 1, maxLength: 50 }),
  }),
  summary:
    'Переслать сообщения в другие комнаты в этом порядке: во все или ни в одну; один clientId — один раз',
  errors: ['not_found', 'messages_closed', 'too_often', 'no_space', 'storage_full'],
});
export const versions = route({
  method: 'GET',
  path: '/message-versions/:messageId',
  access: 'member',
  params: OfMessage,
  reply: Type.Object({
    versions: Type.Array(
      Type.Object({
        message: Type.String(),
        formatting: Type.Array(StyledPart),
        date: Moment,
      }),
      { description: 'Новые сверху, не больше 50' },
    ),
  }),
  summary: 'Что было в сообщении до изменений; тем, кто может его прочитать',
  errors: ['not_found'],
});
export const pin = route({
  method: 'POST',
  path: '/pin/:messageId',
  access: 'member',
  params: OfMessage,
  reply: Ok,
  summary: 'Закрепить сообщение; прежнее открепляется',
  errors: ['not_found', 'messages_closed'],
});
export const unpin = route({
  method: 'DELETE',
  path: '/pin/:messageId',
  access: 'member',
  params: OfMessage,
  reply: Ok,
  summary: 'Открепить сообщение',
  errors: ['not_found', 'messages_closed'],
});
export const search = route({
  method: 'GET',
  path: '/search-messages',
  access: 'member',
  limit: 'search',
  query: Type.Object({
    q: SearchWords,
    room: Type.Optional(Id),
    before: Type.Optional(Id),
  }),
  reply: Type.Object({
    found: Type.Array(Type.Object({ room: FoundRoom, message: Message })),
    isLast: Type.Boolean(),
  }),
  summary:
    'Мои сообщения, в которых есть все эти слова, новые сверху; последнее слово может быть началом',
  errors: ['not_found'],
});
export const saveDraft = route({
  method: 'PUT',
  path: '/draft/:roomId',
  access: 'member',
  params: OfRoom,
  body: Type.Object({
    // The editor still holds this text, so it is stored exactly as typed.
    text: Text({
      max: LENGTHS.message,
      long: 'Сообщение не длиннее 4 000 символов',
      kind: 'raw',
    }),
  }),
  reply: Ok,
  summary: 'Сохранить черновик; пустой убирается',
  errors: ['not_found'],
});
export const muteRoom = route({
  method: 'POST',
  path: '/mute-room/:roomId',
  access: 'member',
  params: OfRoom,
  reply: Ok,
  summary: 'Выключить звук и счётчик комнаты',
  errors: ['not_found'],
});
export const unmuteRoom = route({
  method: 'DELETE',
  path: '/mute-room/:roomId',
  access: 'member',
  params: OfRoom,
  reply: Ok,
  summary: 'Включить их снова',
  errors: ['not_found'],
});
export const mentionable = route({
  method: 'GET',
  path: '/mentionable/:roomId',
  access: 'member',
  params: OfRoom,
  query: Type.Object({ q: Type.Optional(SearchWords) }),
  reply: Type.Object({
    people: Type.Array(
      Type.Object({
        _id: Id,
        name: Type.String(),
        surname: Type.String(),
        avatarUrl: Type.String(),
      }),
    ),
  }),
  summary: 'Участники комнаты, кроме меня, чьё имя или фамилия так начинается; не больше восьми',
  errors: ['not_found'],
});
