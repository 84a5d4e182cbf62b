import { Type, type Static } from 'typebox';
import { VOICE } from './limits.ts';
import { Id, Nullable, Ok, route } from './route.ts';

export const VoiceMember = Type.Object({
  user: Id,
  number: Type.Integer({ description: 'По нему страница узнаёт, кто говорит' }),
  isMuted: Type.Boolean(),
  isDeaf: Type.Boolean(),
  isServerMuted: Type.Boolean({ description: 'Микрофон выключил создатель беседы' }),
  isListener: Type.Boolean({ description: 'Только слушает: вошёл без микрофона' }),
});
/** Who is in the voice room of a conversation. `epoch` grows when everyone has to connect again. */
export const VoiceRoom = Type.Object({
  roomId: Id,
  epoch: Type.Integer(),
  members: Type.Array(VoiceMember),
});
export type VoiceRoomState = Static<typeof VoiceRoom>;
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
  reply: Type.Object({ rooms: Type.Array(VoiceRoom) }),
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
      description: 'Предложение браузера; без потока от него — только слушать',
    }),
    clientId: Id,
  }),
  reply: Type.Object({
    sdp: Type.String(),
    number: Type.Integer(),
    room: VoiceRoom,
    iceServers: Type.Array(IceServer),
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
  body: Type.Object({ clientId: Id }),
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
  summary: 'Выключить микрофон участника для всех; только создатель беседы',
  params: Type.Object({ roomId: Id, userId: Id }),
  body: Type.Object({ isServerMuted: Type.Boolean() }),
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
export const removeMember = route({
  method: 'DELETE',
  path: '/voice/:roomId/members/:userId',
  access: 'member',
  summary: 'Убрать участника из голосовой комнаты; только создатель беседы',
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
