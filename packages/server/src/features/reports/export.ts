import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { pickReportsBy, type ReportRow } from './queries.ts';

/** Yields a user's reports. */
export async function* exportReports(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: ReportRow | undefined, limit) =>
    pickReportsBy(db, userId, { after: last, limit }),
  )) {
    for (const { kind, object_id: id, reason, text, created_at: date, closed_at: closed } of page)
      yield { row: { kind, id, reason, text, date, closed } };
  }
}
