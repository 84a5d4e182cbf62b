import { FIRST_ID } from '#platform/database/paging.ts';
import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import {
  pickDownloads,
  pickExported,
  type ExportedDownload,
  type ExportedGame,
} from './member-queries.ts';

/** Exports the games that the user rated or marked. */
export async function* exportGames(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: ExportedGame | undefined, limit) =>
    pickExported(db, userId, last?.id ?? FIRST_ID, limit),
  )) {
    for (const { id, name, rating, status } of page)
      yield { row: { path: `/app/${id}`, name, rating, status } };
  }
}
/** Exports what the user downloaded from the catalogue. */
export async function* exportDownloads(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: ExportedDownload | undefined, limit) =>
    pickDownloads(db, userId, last?.version_id ?? FIRST_ID, limit),
  )) {
    for (const { name, version, created_at: date } of page) yield { row: { name, version, date } };
  }
}
