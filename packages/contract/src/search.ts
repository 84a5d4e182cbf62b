import { Type } from 'typebox';
import { ObjectCard } from './sharing.ts';
import { Id, Line, Nullable, route } from './route.ts';

/** What the search for texts looks through. */
export const TEXT_KINDS = ['userpost', 'publicpost'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

export const posts = route({
  method: 'GET',
  path: '/search/posts',
  access: 'member',
  limit: 'search',
  summary: 'Посты людей и групп со всеми словами и #тегами, новые сверху; тег ищется целиком',
  query: Type.Object({
    q: Line({ max: 200, long: 'Запрос не длиннее 200 символов' }),
    kind: Type.Optional(
      Type.Unsafe<TextKind>(
        Type.String({ enum: [...TEXT_KINDS], description: 'userpost: люди; publicpost: группы' }),
      ),
    ),
    before: Type.Optional(Id),
  }),
  reply: Type.Object({
    found: Type.Array(ObjectCard),
    next: Nullable(
      Type.String({ description: 'before следующей страницы; страница может быть неполной' }),
    ),
  }),
});
