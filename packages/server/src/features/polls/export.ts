import { FIRST_ID } from '#platform/database/paging.ts';
import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { pickOwnVotes, type OwnVoteRow } from './queries.ts';

const placeOf = (row: OwnVoteRow) =>
  row.message_id !== null
    ? { dialog: row.room_id, message: row.message_id }
    : { path: row.post_id === null ? `/publicpost/${row.article_id}` : `/userpost/${row.post_id}` };
/** Yields a user's votes, oldest first. */
export async function* exportVotes(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: OwnVoteRow | undefined, limit) =>
    pickOwnVotes(db, userId, last?.id ?? FIRST_ID, limit),
  )) {
    for (const row of page)
      yield {
        row: {
          question: row.question,
          option: row.text,
          date: row.created_at,
          ...placeOf(row),
        },
      };
  }
}
