import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { pickExportedFavourites, pickOwn, type ExportedFavourite } from './list-queries.ts';
import { findAd } from './queries.ts';
import { listSearches } from './search-queries.ts';

/** Exports the user's ads with their pictures, newest first. */
export async function* exportAds({ db }: AppContext, userId: string): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: string | undefined, limit) =>
    pickOwn(db, userId, last, limit),
  )) {
    for (const row of await Promise.all(page.map((id) => findAd(db, id, userId)))) {
      if (row === undefined) continue;
      const {
        id,
        title,
        description,
        price,
        game,
        phone,
        passport,
        looks,
        created_at: date,
        ends_at: ends,
        closed_at: closed,
        pictures,
      } = row;
      yield {
        row: { id, title, description, price, game, phone, passport, looks, date, ends, closed },
        media: pictures.map(({ name }) => ['ads', name] as const),
      };
    }
  }
}
/** Exports the user's favourites on the board, and their saved searches. */
export async function* exportFavourites(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: ExportedFavourite | undefined, limit) =>
    pickExportedFavourites(db, userId, last?.cursor, limit),
  )) {
    for (const { id, title } of page) yield { row: { path: `/ad/${id}`, title } };
  }
}
export async function* exportSearches(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for (const {
    q,
    game,
    price_from: from,
    price_to: to,
    pictures,
    created_at: date,
  } of await listSearches(db, userId))
    yield { row: { q, game, from, to, pictures, date } };
}
