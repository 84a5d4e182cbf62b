import { statement } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { toPreview, type DescribeObjects } from '#features/notifications/service.ts';

const someOf = statement<
  { id: string; title: string; picture: string | null },
  [ids: string[], ownerId: string]
>(`
  select id, title, picture ->> 'name' as picture
  from promos
  where id = any($1::uuid[]) and owner_id = $2
`);
/** Describes inner ads in the notifications of their author. */
export const previewPromos =
  ({ db }: AppContext): DescribeObjects =>
  async (viewerId, ids) =>
    new Map(
      (await someOf(db, ids, viewerId)).map(({ id, title, picture }) => [
        id,
        toPreview({ name: title, folder: 'promos', picture }),
      ]),
    );
