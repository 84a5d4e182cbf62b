import type { Static } from 'typebox';
import { DAY_MS } from '@respa/contract/durations';
import type { Event } from '@respa/contract/events';
import { EVENTS, PAGE_SIZES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import { nowMs } from '#platform/runtime/clock.ts';
import { isOn } from '#platform/http/form-flag.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { transaction } from '#platform/database/transaction.ts';
import {
  discardPrepared,
  keepPrepared,
  pictureOf,
  preparePictures,
  removeMedia,
  type Prepared,
} from '#features/media/service.ts';
import * as queries from './queries.ts';
import { readPage } from '#platform/database/paging.ts';

const FOLDER = 'events';
type Shown = Static<typeof Event>;
const present = (row: queries.EventRow): Shown => ({
  _id: row.id,
  text: row.text,
  date: row.day,
  year: Number(row.day.slice(0, 4)),
  month: Number(row.day.slice(5, 7)),
  day: Number(row.day.slice(8, 10)),
  time: row.hour,
  interesting: row.is_interesting,
  information: row.information,
  visibility: row.visibility,
  sort: row.sort,
  file: row.preview,
  file2: row.screenshot,
});

export type EventForm = {
  text: string;
  year?: number;
  month: number;
  day: number;
  time?: string;
  interesting?: unknown;
  information?: string;
  visibility?: string;
  sort?: string;
  files: { file: StagedFile[]; file2: StagedFile[] };
};
/** Returns the day in the stored format. Throws `bad_input` if the month has no such day. */
function readDay({ year = EVENTS.year, month, day }: EventForm): string {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1)
    throw appError('bad_input', {
      text: 'В этом месяце нет такого дня',
      fields: { day: 'В этом месяце нет такого дня' },
    });
  return date.toISOString().slice(0, 10);
}
function readSort(input: string | undefined): number {
  const sort = Number(input ?? '0');
  if (!Number.isInteger(sort) || Math.abs(sort) > EVENTS.sort)
    throw appError('bad_input', {
      text: 'Порядок: целое число до миллиона',
      fields: { sort: 'Порядок: целое число до миллиона' },
    });
  return sort;
}
const read = (form: EventForm) => ({
  text: form.text,
  day: readDay(form),
  hour: form.time ?? '',
  is_interesting: isOn(form.interesting),
  information: form.information ?? '',
  visibility: form.visibility ?? '',
  sort: readSort(form.sort),
});
/** Prepares both pictures of a form, or neither. */
async function prepareBoth(
  context: AppContext,
  { files }: EventForm,
): Promise<{ preview: Prepared | undefined; screenshot: Prepared | undefined; all: Prepared[] }> {
  const [preview] = await preparePictures(context, files.file, FOLDER);
  try {
    const [screenshot] = await preparePictures(context, files.file2, FOLDER);
    return { preview, screenshot, all: [preview, screenshot].filter((one) => one !== undefined) };
  } catch (error) {
    await discardPrepared(context, preview === undefined ? [] : [preview]);
    throw error;
  }
}
const stored = (one: Prepared | undefined) => (one === undefined ? null : pictureOf(one));

/**
 * Adds an event. Throws `bad_input` and the errors of the pictures. Not idempotent: two calls
 * create two events.
 */
export async function createEvent(
  context: AppContext,
  viewer: Viewer,
  form: EventForm,
): Promise<Shown> {
  const input = read(form);
  const { preview, screenshot, all } = await prepareBoth(context, form);
  const row: queries.EventRow = {
    id: newId(),
    ...input,
    preview: stored(preview),
    screenshot: stored(screenshot),
  };
  await keepPrepared(context, all, { ownerId: viewer.id, scopeId: row.id }, async (tx) => {
    await queries.insertEvent(tx, row);
    await context.signals.emit('adminActed', {
      tx,
      adminId: viewer.id,
      action: 'add_event',
      kind: 'event',
      objectId: row.id,
    });
    return true;
  });
  return present(row);
}
/**
 * Changes an event; a picture that is not replaced stays unless it is removed. Throws `not_found`,
 * `bad_input` and the errors of the pictures.
 */
export async function editEvent(
  context: AppContext,
  viewer: Viewer,
  id: string,
  form: EventForm & { removeFile?: unknown; removeFile2?: unknown },
): Promise<Shown> {
  const input = read(form);
  if (!isId(id)) throw appError('not_found');
  const { preview, screenshot, all } = await prepareBoth(context, form);
  const row = await keepPrepared(
    context,
    all,
    { ownerId: viewer.id, scopeId: id },
    async (tx, after) => {
      const before = await queries.lockEvent(tx, id);
      if (before === undefined) throw appError('not_found');
      const keeps = {
        preview: preview === undefined && !isOn(form.removeFile),
        screenshot: screenshot === undefined && !isOn(form.removeFile2),
      };
      const changed: queries.EventRow = {
        id,
        ...input,
        preview: keeps.preview ? before.preview : stored(preview),
        screenshot: keeps.screenshot ? before.screenshot : stored(screenshot),
      };
      await queries.updateEvent(tx, changed);
      await removeMedia(context, tx, after, FOLDER, [
        ...(keeps.preview ? [] : namesOf([before.preview])),
        ...(keeps.screenshot ? [] : namesOf([before.screenshot])),
      ]);
      await context.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: 'edit_event',
        kind: 'event',
        objectId: id,
      });
      return changed;
    },
  );
  return present(row);
}
const namesOf = (pictures: queries.EventRow['preview'][]): string[] =>
  pictures.flatMap((picture) => (picture === null ? [] : [picture.name]));
/** Deletes an event with its pictures. Throws `not_found`, also the second time. */
export const removeEvent = (context: AppContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(context, async (tx, after) => {
    const row = isId(id) ? await queries.lockEvent(tx, id) : undefined;
    if (row === undefined) throw appError('not_found');
    await queries.deleteEvent(tx, id);
    await removeMedia(context, tx, after, FOLDER, namesOf([row.preview, row.screenshot]));
    await context.signals.emit('adminActed', {
      tx,
      adminId: viewer.id,
      action: 'remove_event',
      kind: 'event',
      objectId: id,
    });
  });
/**
 * Returns the caller's day: depending on where they are, it may be the day before or after ours
 * (UTC); any other day is ignored.
 */
function todayOf(input: string | undefined): string {
  const [before, ours, next] = [-1, 0, 1].map((days) =>
    new Date(nowMs() + days * DAY_MS).toISOString().slice(0, 10),
  ) as [string, string, string];
  return input === before || input === next ? input : ours;
}
/** Lists a page of upcoming or past events; `from` is the caller's day. */
export async function listEvents(
  context: AppContext,
  input: { part?: 'next' | 'past'; after?: string; from?: string; limit?: number },
): Promise<{ events: Shown[]; isLast: boolean }> {
  const limit = input.limit ?? PAGE_SIZES.events;
  const { rows, isLast } = await readPage(limit, (most) =>
    queries.pickEvents(context.db, {
      part: input.part ?? 'next',
      day: todayOf(input.from),
      after: input.after,
      limit: most,
    }),
  );
  return { events: rows.map(present), isLast };
}
