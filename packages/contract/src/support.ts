import { Type } from 'typebox';
import { LENGTHS } from './limits.ts';
import { Line, Ok, Text, route } from './route.ts';

export const sendMessage = route({
  method: 'POST',
  path: '/admin/sendmessage',
  access: 'reader',
  summary: 'Написать в поддержку; один clientId — одно обращение',
  body: Type.Object({
    message: Text({
      max: LENGTHS.support,
      min: 1,
      empty: 'Опишите проблему.',
      long: 'Обращение не длиннее 2 000 символов',
    }),
    email: Type.Optional(Line({ max: LENGTHS.email, long: 'Неверный формат почты' })),
    clientId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  }),
  reply: Ok,
  errors: ['too_often'],
});
