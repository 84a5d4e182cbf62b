import { Type } from 'typebox';
import { PersonCard } from './person.ts';
import { Id, Ok, route } from './route.ts';
import { Thing, byId, fileErrors } from './cloud.ts';

const flag = Type.Object({ public: Type.Boolean() });
export const publish = route({
  method: 'GET',
  path: '/cloud/publicfile/:id',
  access: 'member',
  writes: true,
  params: byId,
  summary: 'Открыть файл всем по ссылке',
  reply: flag,
  errors: fileErrors,
});
export const unpublish = route({
  method: 'GET',
  path: '/cloud/privatefile/:id',
  access: 'member',
  writes: true,
  params: byId,
  summary: 'Закрыть ссылку',
  reply: flag,
  errors: fileErrors,
});
export const send = route({
  method: 'GET',
  path: '/sendfile/:userId/:fileId/:fileName',
  creates: true,
  access: 'member',
  writes: true,
  limit: 'filesSent',
  summary: 'Отправить файл человеку; имя берётся из облака',
  params: Type.Object({ userId: Id, fileId: Id, fileName: Type.String() }),
  reply: Ok,
  errors: ['not_found', 'self', 'blocked_by_you', 'messages_closed', 'person_suspended'],
});
export const accept = route({
  method: 'GET',
  path: '/getsentfile/:id',
  creates: true,
  access: 'member',
  writes: true,
  params: byId,
  summary: 'Принять присланный файл в своё облако',
  reply: Type.Object({ file: Thing }),
  errors: ['not_found', 'cloud_full', 'too_many_things'],
});
export const audience = route({
  method: 'GET',
  path: '/cloud/access/:id',
  access: 'member',
  params: byId,
  query: Type.Object({ before: Type.Optional(Id) }),
  summary: 'Кто видит этот файл',
  reply: Type.Object({
    public: Type.Boolean(),
    people: Type.Array(PersonCard),
    count: Type.Integer(),
    isLast: Type.Boolean(),
  }),
  errors: fileErrors,
});
export const revoke = route({
  method: 'DELETE',
  path: '/cloud/access/:id/:userId',
  access: 'member',
  params: Type.Object({ id: Id, userId: Id }),
  summary: 'Закрыть файл от человека',
  reply: Ok,
  errors: fileErrors,
});
