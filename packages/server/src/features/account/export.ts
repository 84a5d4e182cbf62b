import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { pickSessions, type SessionRow } from './sessions/session-queries.ts';
import { pickSignIns, type SignInRow } from './security-queries.ts';

/** Exports where the user is signed in: devices and times, no tokens. */
export async function* exportSessions(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: SessionRow | undefined, limit) =>
    pickSessions(db, userId, { after: last?.id, limit }),
  )) {
    for (const { device, created_at: created, used_at: used } of page)
      yield { row: { device, created, used } };
  }
}
/** Exports successful and failed sign-ins, and where they came from. */
export async function* exportSignIns(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: SignInRow | undefined, limit) =>
    pickSignIns(db, userId, { before: last?.id, limit }),
  )) {
    for (const { device, address, outcome, created_at: date } of page)
      yield { row: { date, device, address, outcome } };
  }
}
