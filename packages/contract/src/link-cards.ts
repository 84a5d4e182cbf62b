import { Type } from 'typebox';
import { Picture } from './person.ts';
import { Id, Nullable, Ok, route } from './route.ts';

/** What can have a card of another site. */
export const LINKED_KINDS = ['message', 'userpost', 'publicpost'] as const;
export type LinkedKind = (typeof LINKED_KINDS)[number];

/** A card of a page of another site, as that site describes itself. */
export const LinkCard = Type.Object({
  url: Type.String(),
  site: Type.String(),
  title: Type.String(),
  text: Type.String(),
  picture: Nullable(Picture),
});

export const remove = route({
  method: 'DELETE',
  path: '/link-card/:kind/:id',
  access: 'member',
  params: Type.Object({
    kind: Type.Unsafe<LinkedKind>(Type.String({ enum: [...LINKED_KINDS] })),
    id: Id,
  }),
  summary: 'Убрать карточку ссылки из своего сообщения или поста',
  reply: Ok,
  errors: ['not_found'],
});
