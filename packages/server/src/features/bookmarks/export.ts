import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { listFolders, pickBookmarks, type BookmarkRow } from './queries.ts';

/** Yields a member's bookmarks with the names of their folders, and then the empty folders. */
export async function* exportBookmarks(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  const folders = await listFolders(db, userId);
  const names = new Map(folders.map(({ id, name }) => [id, name]));
  for await (const page of everyPage((last: BookmarkRow | undefined, limit) =>
    pickBookmarks(db, userId, { before: last?.id, limit }),
  ))
    for (const { kind, object_id: id, folder_id: folder, created_at: date } of page)
      yield {
        row: { kind, id, folder: folder === null ? null : (names.get(folder) ?? null), date },
      };
  for (const { name, count } of folders) if (count === 0) yield { row: { folder: name } };
}
