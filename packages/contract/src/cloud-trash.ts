import { Type } from 'typebox';
import { CLOUD } from './limits.ts';
import { Id, Moment, Ok, route } from './route.ts';
import { Thing, byId, fileErrors } from './cloud.ts';

export const trash = route({
  method: 'GET',
  path: '/cloud/trash',
  access: 'member',
  summary: `Корзина, новое сверху; удаляется через ${CLOUD.trashDays} дней`,
  query: Type.Object({ before: Type.Optional(Id) }),
  reply: Type.Object({
    files: Type.Array(Type.Object({ ...Thing.properties, dies: Moment })),
    isLast: Type.Boolean(),
  }),
});
export const restore = route({
  method: 'POST',
  path: '/cloud/restore/:id',
  access: 'member',
  params: byId,
  summary: 'Вернуть из корзины',
  reply: Type.Object({ file: Thing }),
  errors: ['not_found', 'too_deep'],
});
export const erase = route({
  method: 'DELETE',
  path: '/cloud/trash/:id',
  access: 'member',
  params: byId,
  summary: 'Удалить из корзины навсегда',
  reply: Ok,
  errors: fileErrors,
});
export const emptyTrash = route({
  method: 'DELETE',
  path: '/cloud/trash',
  access: 'member',
  summary: 'Очистить корзину',
  reply: Ok,
});
