import { statement } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { gatherViews } from '#features/media/service.ts';
import { toPreview, type DescribeObjects } from '#features/notifications/service.ts';

const someFor = statement<
  { id: string; name: string; stored: string | null },
  [ids: string[], viewerId: string]
>(`
  select n.id, n.name, n.stored
  from cloud_nodes n
  where n.id = any($1::uuid[])
    and n.trash_id is null
    and not n.is_folder
    and (
      n.owner_id = $2
      or n.is_public
      or exists (
        select
        from cloud_grants g
        where g.node_id = n.id and g.user_id = $2
      )
    )
`);
/** Describes files in notifications: those that `maySee` admits. */
export const previewFiles =
  (context: AppContext): DescribeObjects =>
  async (viewerId, ids) => {
    const rows = await someFor(context.db, ids, viewerId);
    const views = await gatherViews(
      context,
      'cloud',
      rows.flatMap(({ stored }) => stored ?? []),
    );
    return new Map(
      rows.map(({ id, name, stored }) => [
        id,
        toPreview({
          name,
          folder: 'cloud',
          picture: stored === null ? null : views.get(stored)?.name,
        }),
      ]),
    );
  };
