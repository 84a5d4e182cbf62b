import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { pickMessagesBy, type AppealRow } from './queries.ts';

/** Yields a user's messages to the admin, oldest first. */
export async function* exportAppeals(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: AppealRow | undefined, limit) =>
    pickMessagesBy(db, userId, { after: last?.id, limit }),
  )) {
    for (const { text, email, answer, created_at: date } of page)
      yield {
        row: {
          text,
          ...(email === null ? {} : { email }),
          ...(answer === null ? {} : { answer }),
          date,
        },
      };
  }
}
