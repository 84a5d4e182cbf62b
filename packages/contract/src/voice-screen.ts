import { Type } from 'typebox';
import { VOICE } from './limits.ts';
import { Id, Ok, route } from './route.ts';

const Room = Type.Object({ roomId: Id });
const Sdp = Type.String({ maxLength: VOICE.offerBytes, description: 'Предложение браузера' });
const Answer = Type.Object({ sdp: Type.String() });

export const share = route({
  method: 'POST',
  path: '/voice/:roomId/screen',
  access: 'member',
  limit: 'screens',
  summary: 'Показать экран тем, кто в голосовой комнате; прежний показ этого участника заменяется',
  params: Room,
  body: Type.Object({
    sdp: Sdp,
    clientId: Id,
    height: Type.Union([Type.Literal(720), Type.Literal(1080)], {
      description: 'Выбранное качество',
    }),
    hasSound: Type.Optional(Type.Boolean({ description: 'С LiveKit: есть ли звук' })),
  }),
  reply: Answer,
  errors: [
    'not_found',
    'bad_input',
    'screen_outside',
    'screen_taken',
    'screen_muted',
    'screen_over',
    'voice_busy',
    'voice_down',
    'too_often',
  ],
});
export const watch = route({
  method: 'POST',
  path: '/voice/:roomId/screen/watch',
  access: 'member',
  limit: 'screens',
  summary: 'Смотреть экран, который показывают в голосовой комнате',
  params: Room,
  body: Type.Object({ sdp: Sdp, clientId: Id }),
  reply: Answer,
  errors: [
    'not_found',
    'bad_input',
    'screen_outside',
    'screen_over',
    'screen_full',
    'voice_busy',
    'voice_down',
    'too_often',
  ],
});
export const leave = route({
  method: 'POST',
  path: '/voice/:roomId/screen/leave',
  access: 'member',
  summary: 'Закончить показ или просмотр, который начал этот clientId',
  params: Room,
  body: Type.Object({ clientId: Id }),
  reply: Ok,
  errors: ['not_found'],
});
export const stop = route({
  method: 'DELETE',
  path: '/voice/:roomId/screen/:userId',
  access: 'member',
  summary: 'Остановить показ экрана участника: создатель и модераторы беседы',
  params: Type.Object({ roomId: Id, userId: Id }),
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
