import { Type, type Static } from 'typebox';
import { VOICE } from './limits.ts';
import { Id, Moment, Nullable, Ok, route } from './route.ts';

export const VoiceMember = Type.Object({
  user: Id,
  name: Type.String(),
  surname: Type.String(),
  avatarUrl: Type.String(),
  number: Type.Integer({ description: 'По нему страница узнаёт, кто говорит' }),
  isMuted: Type.Boolean(),
  isDeaf: Type.Boolean(),
  isServerMuted: Type.Boolean({ description: 'Микрофон выключен для всех' }),
  isListener: Type.Boolean({ description: 'Только слушает: вошёл без микрофона' }),
});
/** The screen that a member shows. */
const VoiceScreen = Type.Object({
  id: Type.String({ description: 'Новый у каждого показа: страницы подключаются к нему заново' }),
  user: Id,
  height: Type.Integer({ description: 'Выбранное качество: 720 или 1080' }),
  hasSound: Type.Boolean(),
});
/** Who is in the voice room of a conversation. `epoch` grows when everyone has to connect again. */
export const VoiceRoom = Type.Object({
  roomId: Id,
  version: Type.Integer({ description: 'Растёт; состояние с меньшим номером устарело' }),
  isGroup: Type.Boolean(),
  epoch: Type.Integer(),
  members: Type.Array(VoiceMember),
  calling: Nullable(Type.String({ description: 'Кому сейчас звонят, в личной переписке' })),
  screen: Nullable(VoiceScreen),
});
export type VoiceRoomState = Static<typeof VoiceRoom>;
/** A private call that waits for the member's answer. */
export const VoiceRing = Type.Object({
  roomId: Id,
  user: Type.Object({
    _id: Id,
    name: Type.String(),
    surname: Type.String(),
    avatarUrl: Type.String(),
  }),
  ends: Moment,
  isMuted: Type.Boolean({ description: 'У меня эта переписка без звука: показать, но не звонить' }),
});
export type Ring = Static<typeof VoiceRing>;
const IceServer = Type.Object({
  urls: Type.Array(Type.String()),
  username: Type.Optional(Type.String()),
  credential: Type.Optional(Type.String()),
});
const Room = Type.Object({ roomId: Id });

export const rooms = route({
  method: 'GET',
  path: '/voice',
  access: 'member',
  summary: 'Голосовые комнаты моих переписок, в которых кто-то есть',
  reply: Type.Object({
    rooms: Type.Array(VoiceRoom),
    rings: Type.Array(VoiceRing, { description: 'Мне звонят' }),
    iceServers: Type.Array(IceServer, {
      description: 'Серверы TURN для следующего входа; ключи к ним живут час',
    }),
    engine: Type.Union([Type.Literal('ours'), Type.Literal('livekit')], {
      description: 'Кто пересылает звук: этот сайт или сервер LiveKit',
    }),
  }),
});
export const join = route({
  method: 'POST',
  path: '/voice/:roomId/join',
  access: 'member',
  limit: 'voice',
  summary: 'Войти в голосовую комнату; прежнее соединение этого участника заканчивается',
  params: Room,
  body: Type.Object({
    sdp: Type.String({
      maxLength: VOICE.offerBytes,
      description:
        'Предложение браузера; без потока от него — только слушать. С LiveKit — пустая строка',
    }),
    isListening: Type.Optional(Type.Boolean({ description: 'С LiveKit: только слушать' })),
    clientId: Id,
    isCalling: Type.Optional(
      Type.Boolean({ description: 'Позвонить собеседнику, если его там нет' }),
    ),
    isMuted: Type.Optional(Type.Boolean({ description: 'Войти с выключенным микрофоном' })),
    isDeaf: Type.Optional(Type.Boolean({ description: 'Войти с выключенным звуком' })),
  }),
  reply: Type.Object({
    sdp: Type.String(),
    liveKit: Nullable(
      Type.Object(
        { url: Type.String(), token: Type.String() },
        { description: 'Куда и с чем подключаться; null: ответ браузеру — в sdp' },
      ),
    ),
    number: Type.Integer(),
    room: VoiceRoom,
  }),
  errors: [
    'not_found',
    'bad_input',
    'messages_closed',
    'voice_full',
    'voice_busy',
    'voice_down',
    'too_often',
  ],
});
export const leave = route({
  method: 'POST',
  path: '/voice/:roomId/leave',
  access: 'member',
  summary: 'Выйти из голосовой комнаты; clientId — только если соединение ещё это',
  params: Room,
  body: Type.Object({
    clientId: Id,
    mayReturn: Type.Optional(
      Type.Boolean({
        description: 'Страница, возможно, только перезагружается: звонок ждёт её несколько секунд',
      }),
    ),
  }),
  reply: Ok,
  errors: ['not_found'],
});
export const decline = route({
  method: 'POST',
  path: '/voice/:roomId/decline',
  access: 'member',
  summary: 'Отклонить звонок; если уже никто не звонит, ничего не меняет',
  params: Room,
  reply: Ok,
  errors: ['not_found'],
});
export const setOwn = route({
  method: 'PATCH',
  path: '/voice/:roomId/me',
  access: 'member',
  summary: 'Выключить или включить свой микрофон и звук',
  params: Room,
  body: Type.Object({ isMuted: Type.Boolean(), isDeaf: Type.Boolean() }),
  reply: Ok,
  errors: ['not_found'],
});
export const setMember = route({
  method: 'PATCH',
  path: '/voice/:roomId/members/:userId',
  access: 'member',
  summary: 'Выключить микрофон участника для всех: создатель и модераторы беседы',
  params: Type.Object({ roomId: Id, userId: Id }),
  body: Type.Object({ isServerMuted: Type.Boolean() }),
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
export const removeMember = route({
  method: 'DELETE',
  path: '/voice/:roomId/members/:userId',
  access: 'member',
  summary: 'Убрать участника из голосовой комнаты: создатель и модераторы беседы',
  params: Type.Object({ roomId: Id, userId: Id }),
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
export const overview = route({
  method: 'GET',
  path: '/admin/voice',
  access: 'admin',
  summary: 'Голосовые комнаты: сколько их, и как загружен процесс, который пересылает звук',
  reply: Type.Object({
    rooms: Type.Integer(),
    members: Type.Integer(),
    process: Nullable(
      Type.Object(
        {
          load: Type.Number({ description: 'Доля одного ядра за десять секунд' }),
          memoryBytes: Type.Integer(),
          packets: Type.Integer({ description: 'Отправлено участникам с запуска процесса' }),
          lost: Type.Integer({ description: 'Из них не дошло, по отчётам браузеров' }),
        },
        { description: 'Только этого сервера; null: процесс ещё не понадобился' },
      ),
    ),
  }),
});
