import { statement } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { toPreview, type DescribeObjects } from '#features/notifications/service.ts';
import { maySee } from './policy.ts';
import { SHUT_OUT } from './queries.ts';

type Row = {
  id: string;
  owner_id: string;
  title: string;
  picture: string | null;
  ends_at: Date | null;
  closed_at: Date | null;
  is_shut_out: boolean;
};
const someFor = statement<Row, [ids: string[], viewerId: string]>(`
  select c.id,
    c.owner_id,
    c.title,
    c.pictures -> 0 ->> 'name' as picture,
    c.ends_at,
    c.closed_at,
    ${SHUT_OUT}
  from classifieds c
  where c.id = any($1::uuid[])
`);
/** Describes board ads in notifications. */
export const previewAds =
  ({ db }: AppContext): DescribeObjects =>
  async (viewerId, ids) =>
    new Map(
      (await someFor(db, ids, viewerId))
        .filter((row) => maySee(viewerId, row))
        .map(({ id, title, picture }) => [
          id,
          toPreview({ text: title, folder: 'board', picture }),
        ]),
    );
