import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { gatherCounts } from '#features/reactions/service.ts';
import { pickPhotos, type PhotoRow } from './queries.ts';

/** Yields a user's photos, newest first. */
export async function* exportPhotos(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: PhotoRow | undefined, limit) =>
    pickPhotos(db, userId, { before: last?.id, limit }),
  )) {
    const counts = await gatherCounts(
      db,
      userId,
      page.map((row) => row.id),
    );
    for (const { id, created_at: date, picture } of page) {
      yield {
        row: {
          id,
          date,
          likes: counts.get(id)?.likes ?? 0,
          comments: counts.get(id)?.comments ?? 0,
        },
        media: [['userphotos', picture.name]],
      };
    }
  }
}
