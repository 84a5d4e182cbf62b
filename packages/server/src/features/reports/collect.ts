import { everyPage, type Kept } from '#platform/collect.ts';
import type { Ground } from '#platform/ground.ts';
import { pickReportsBy, type ReportRow } from './queries.ts';

/** What somebody has reported. */
export async function* collectReports({ db }: Ground, userId: string): AsyncGenerator<Kept> {
  for await (const page of everyPage((last: ReportRow | undefined, limit) =>
    pickReportsBy(db, userId, { after: last, limit }),
  )) {
    for (const { kind, object_id: id, reason, text, created_at: date, closed_at: closed } of page)
      yield { row: { kind, id, reason, text, date, closed } };
  }
}
