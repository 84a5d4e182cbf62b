import { statement } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { toPreview, type DescribeObjects } from '#features/notifications/service.ts';

const some = statement<{ id: string; name: string; picture: string | null }, [ids: string[]]>(
  `select id, name, preview ->> 'name' as picture from games where id = any($1::uuid[])`,
);
/** Describes games in notifications; everyone may see them. */
export const previewGames =
  ({ db }: AppContext): DescribeObjects =>
  async (_viewerId, ids) =>
    new Map(
      (await some(db, ids)).map(({ id, name, picture }) => [
        id,
        toPreview({ name, folder: 'gamepreviews', picture }),
      ]),
    );
