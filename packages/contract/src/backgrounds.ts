import { Type } from 'typebox';
import { FILES } from './limits.ts';
import { Id, Ok, route } from './route.ts';

// The documented call and its twin for group chats: the background of a conversation, the same for
// all its members.
const params = Type.Object({ roomId: Id });
const form = {
  fields: Type.Object({ date: Type.Optional(Type.Unknown()) }),
  files: { file: { count: 1, maxBytes: FILES.picture.maxBytes } },
} as const;
const reply = Type.Object({
  filename: Type.String({ description: 'Имя в /media/room-backgrounds' }),
});
const errors = [
  'not_found',
  'messages_closed',
  'no_file',
  'bad_type',
  'too_large',
  'too_often',
] as const;

export const upload = route({
  method: 'POST',
  path: '/upload-bg/:roomId',
  access: 'member',
  limit: 'uploads',
  params,
  form,
  summary: 'Поставить фон переписки',
  reply,
  errors,
});
export const reset = route({
  method: 'DELETE',
  path: '/upload-bg/:roomId',
  access: 'member',
  params,
  summary: 'Вернуть переписке обычный фон',
  reply: Ok,
  errors: ['not_found', 'messages_closed'],
});
export const uploadToGroup = route({
  method: 'POST',
  path: '/group/upload-bg/:roomId',
  access: 'member',
  limit: 'uploads',
  params,
  form,
  summary: 'Поставить фон беседы',
  reply,
  errors,
});
export const resetOfGroup = route({
  method: 'DELETE',
  path: '/group/upload-bg/:roomId',
  access: 'member',
  params,
  summary: 'Вернуть беседе обычный фон',
  reply: Ok,
  errors: ['not_found'],
});
