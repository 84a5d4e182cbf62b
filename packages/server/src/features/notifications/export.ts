import { FROM_PLATFORM, type NotificationType } from '@respa/contract/notifications';
import { FIRST_ID } from '#platform/database/paging.ts';
import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import { statement } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { gatherNames } from '#features/people/service.ts';
import { pickNotifications, type NotificationRow } from './queries.ts';

/** Yields a user's notifications, newest first. */
export async function* exportNotifications(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: NotificationRow | undefined, limit) =>
    pickNotifications(db, userId, { before: last?.id, limit }),
  )) {
    const nameOf = await gatherNames(
      db,
      page.map((row) => row.from_id),
    );
    for (const {
      type,
      title,
      from_id: from,
      others,
      checked_at: read,
      created_at: date,
      post_type: kind,
      post_id: on,
    } of page) {
      yield {
        row: {
          type,
          title,
          ...(FROM_PLATFORM.includes(type as NotificationType)
            ? {}
            : { from: { id: from, name: nameOf(from) } }),
          others,
          date,
          read: read !== null,
          ...(on === null ? {} : { path: `/${kind}/${on}` }),
        },
      };
    }
  }
}

type VisitRow = { to_id: string; day: string };
const visits = statement<VisitRow, [userId: string, after: string, limit: number]>(
  'select to_id, day from visit_notices where from_id = $1 and to_id > $2 order by to_id limit $3',
);
/** Yields the people whose pages a user has visited, each with the last day. */
export async function* exportVisits(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: VisitRow | undefined, limit) =>
    visits(db, userId, last?.to_id ?? FIRST_ID, limit),
  )) {
    const nameOf = await gatherNames(
      db,
      page.map((row) => row.to_id),
    );
    for (const { to_id: id, day } of page) yield { row: { id, name: nameOf(id), day } };
  }
}
