import { FIRST_ID } from '#platform/database/paging.ts';
import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { pickOwn, type PromoRow } from './queries.ts';
import {
  pickExportedHidden,
  pickExportedSeen,
  type ExportedHidden,
  type ExportedSeen,
} from './showing-queries.ts';
import { FOLDER } from './service.ts';

const FIRST = { promo_id: FIRST_ID, day: '0001-01-01' };
/** Yields a user's ads with their pictures, newest first. */
export async function* exportPromos(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: PromoRow | undefined, limit) =>
    pickOwn(db, userId, { after: last?.id, limit }),
  )) {
    for (const {
      id,
      title,
      text,
      link,
      state,
      reason,
      days,
      views,
      clicks,
      created_at: date,
      approved_at: approved,
      ends_at: ends,
      picture,
    } of page) {
      yield {
        row: {
          path: `/innerad/${id}`,
          title,
          text,
          link,
          state,
          reason,
          days,
          views,
          clicks,
          date,
          approved,
          ends,
        },
        media: [[FOLDER, picture.name]],
      };
    }
  }
}
/** Yields which ads of others a user saw, day by day, and which ones they hid. */
export async function* exportSeen(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: ExportedSeen | undefined, limit) =>
    pickExportedSeen(db, userId, last ?? FIRST, limit),
  )) {
    for (const { promo_id: id, ...row } of page) yield { row: { path: `/innerad/${id}`, ...row } };
  }
  for await (const page of everyPage((last: ExportedHidden | undefined, limit) =>
    pickExportedHidden(db, userId, last?.promo_id ?? FIRST_ID, limit),
  )) {
    for (const { promo_id: id, title } of page)
      yield { row: { path: `/innerad/${id}`, title, hidden: true } };
  }
}
