import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';
import type { PostPicture } from '#features/media/service.ts';

export type EventRow = {
  id: string;
  text: string;
  day: string;
  hour: string;
  is_interesting: boolean;
  information: string;
  visibility: string;
  sort: number;
  preview: PostPicture | null;
  screenshot: PostPicture | null;
};
const columns = [
  'id',
  'text',
  'day',
  'hour',
  'is_interesting',
  'information',
  'visibility',
  'sort',
  'preview',
  'screenshot',
] as const;
const stored = ({ preview, screenshot, ...row }: EventRow) => ({
  ...row,
  preview: preview === null ? null : JSON.stringify(preview),
  screenshot: screenshot === null ? null : JSON.stringify(screenshot),
});

export const insertEvent = (tx: Tx, row: EventRow) =>
  tx.insertInto('events').values(stored(row)).execute();
export const updateEvent = (tx: Tx, row: EventRow) =>
  tx.updateTable('events').set(stored(row)).where('id', '=', row.id).execute();
export const lockEvent = (tx: Tx, id: string): Promise<EventRow | undefined> =>
  tx
    .selectFrom('events')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<EventRow | undefined>;
export const deleteEvent = (tx: Tx, id: string) =>
  tx.deleteFrom('events').where('id', '=', id).execute();

const ORDER = 'day, sort, hour, id';
/**
 * Returns upcoming events from a day on in order, or past ones, latest first; `after` is the last
 * event that the caller has.
 */
export async function pickEvents(
  db: Db,
  page: { part: 'next' | 'past'; day: string; after?: string | undefined; limit: number },
): Promise<EventRow[]> {
  const isNext = page.part === 'next';
  const place = sql.raw(`(${ORDER})`);
  const { rows } = await sql<EventRow>`
      select ${sql.raw(columns.join(', '))}
      from events
      where day ${sql.raw(isNext ? '>=' : '<')} ${page.day}::date
        ${
          page.after === undefined
            ? sql``
            : sql`
          and ${place} ${sql.raw(isNext ? '>' : '<')} (
            select ${sql.raw(ORDER)}
            from events
            where id = ${page.after}
          )
        `
        }
      order by ${sql.raw(
        isNext
          ? ORDER
          : ORDER.split(', ')
              .map((word) => `${word} desc`)
              .join(', '),
      )}
      limit ${page.limit}
    `.execute(db);
  return rows;
}
