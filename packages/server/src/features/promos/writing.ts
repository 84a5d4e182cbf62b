import { appError, ERROR_CATALOGUE } from '@respa/contract/app-errors';
import { PROMOS } from '@respa/contract/limits';
import { endOf, parseDays, prolongedEnd } from '@respa/contract/lifetimes';
import { linkSentence, parseLink, PROMO_DAYS } from '@respa/contract/promo-rules';
import { now, nowMs } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import { bounds, type Paging, readPage } from '#platform/database/paging.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { transaction } from '#platform/database/transaction.ts';
import { keepPrepared, pictureOf, preparePictures } from '#features/media/service.ts';
import { foldQuery, lockPerson } from '#features/people/service.ts';
import { assertMay, assertOwn } from './policy.ts';
import type { ShownPromo } from './present.ts';
import * as queries from './queries.ts';
import { FOLDER, getPromo, getSeen, presentAll, removePromo } from './service.ts';

/** Parses an absolute http(s) address; '' means no link. Throws `bad_address`. */
function readLink(context: AppContext, input: string): string {
  const link = input === '' ? '' : parseLink(input);
  const text = linkSentence(context.config.publicUrl);
  if (link === null) throw appError('bad_address', { text, fields: { link: text } });
  return link;
}
/** Parses the number of days. Throws `bad_days`. */
function readDays(input: string | number | undefined): number {
  const days = parseDays(String(input ?? ''), nowMs(), PROMO_DAYS);
  if (days === null)
    throw appError('bad_days', { fields: { dieDate: ERROR_CATALOGUE.bad_days.text } });
  return days;
}

export type NewPromo = {
  title: string;
  text?: string;
  link?: string;
  dieDate?: string | number;
  files: StagedFile[];
};
/**
 * Submits an ad to the platform's admin; nobody sees it before approval. Throws `forbidden`,
 * `bad_address`, `bad_days`, `no_file`, `too_many_promos` and the errors of `preparePictures`. Not
 * idempotent: two calls submit two ads.
 */
export async function createPromo(
  context: AppContext,
  viewer: Viewer,
  userId: string,
  input: NewPromo,
): Promise<ShownPromo> {
  assertOwn(viewer, userId, 'write');
  const [link, days] = [readLink(context, input.link ?? ''), readDays(input.dieDate)];
  if (input.files.length === 0)
    throw appError('no_file', { fields: { file: 'Выберите изображение' } });
  if ((await queries.countOwn(context.db, viewer.id)) >= PROMOS.each)
    throw appError('too_many_promos');
  const prepared = await preparePictures(context, input.files, FOLDER);
  const id = newId();
  await keepPrepared(context, prepared, { ownerId: viewer.id, scopeId: id }, async (tx) => {
    if ((await lockPerson(tx, viewer.id)) === undefined) throw appError('not_found');
    if ((await queries.countOwn(tx, viewer.id)) >= PROMOS.each) throw appError('too_many_promos');
    await queries.insertPromo(tx, {
      id,
      owner_id: viewer.id,
      title: input.title,
      text: input.text ?? '',
      link,
      days,
      picture: pictureOf(prepared[0]!),
      created_at: now(),
    });
    return true;
  });
  return getPromo(context, viewer, id);
}
/**
 * Prolongs an ad by a number of days from its end; an ended ad is shown again from now on. Throws
 * `not_found`, `forbidden`, `bad_days`, `not_shown`.
 */
export async function prolongPromo(
  context: AppContext,
  viewer: Viewer,
  id: string,
  dieDate: string | number | undefined,
): Promise<ShownPromo> {
  assertMay(viewer, await getSeen(context, viewer, id), 'prolong');
  const days = readDays(dieDate);
  await transaction(context, async (tx) => {
    const row = await queries.lockPromo(tx, id);
    if (row === undefined) throw appError('not_found');
    if (row.ends_at === null) throw appError('not_shown');
    const at = now();
    const ends = prolongedEnd(String(dieDate ?? ''), days, row.ends_at, at);
    if (ends > endOf(at, PROMOS.days))
      throw appError('bad_days', { text: 'Вместе с оставшимся сроком выходит больше 365 дней.' });
    await queries.updatePromo(tx, id, { state: 'shown', ends_at: ends });
  });
  return getPromo(context, viewer, id);
}
/**
 * Deletes an ad, for its author and the admin. Throws `not_found`, also on a second call;
 * `forbidden`.
 */
export async function deletePromo(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  const row = await getSeen(context, viewer, id);
  assertMay(viewer, row, 'remove');
  await transaction(context, async (tx, after) => {
    if (!(await removePromo(context, tx, after, id))) throw appError('not_found');
    if (row.owner_id !== viewer.id)
      await context.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: 'remove_promo',
        kind: 'promo',
        objectId: id,
        personId: row.owner_id,
        removed: { after, title: `Реклама «${row.title}»` },
      });
  });
}
/**
 * Returns ads of the caller, newest first; the admin may read any user's. The search covers titles,
 * `before` is the last one that the caller has seen. Throws `forbidden`.
 */
export async function listOwn(context: AppContext, viewer: Viewer, userId: string, input: Paging) {
  assertOwn(viewer, userId, 'read');
  if (!isId(userId)) throw appError('not_found');
  const [{ limit, skip }, folded] = [bounds(input), foldQuery(input.q ?? '')];
  const [{ rows, isLast }, count] = await Promise.all([
    readPage(limit, (most) =>
      queries.pickOwn(context.db, userId, { after: input.before, limit: most, skip, folded }),
    ),
    queries.countOwn(context.db, userId, folded),
  ]);
  return {
    ads: await presentAll(context, viewer, rows),
    count,
    isLast,
  };
}
