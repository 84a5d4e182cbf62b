import { endAfter, findSuspicions } from '@respa/contract/classified-rules';
import { endOf, prolongedEnd } from '@respa/contract/lifetimes';
import { appError } from '@respa/contract/app-errors';
import { CLASSIFIEDS, FILES } from '@respa/contract/limits';
import { now } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { transaction } from '#platform/database/transaction.ts';
import {
  choosePictures,
  keepPrepared,
  pictureOf,
  preparePictures,
  readKeep,
  removeMedia,
} from '#features/media/service.ts';
import { withdraw } from '#features/notifications/service.ts';
import { lockPerson, readDescribed } from '#features/people/service.ts';
import { notifyNamedIn } from './named.ts';
import { assertMay, maySee, stateOf } from './policy.ts';
import type { ShownAd } from './present.ts';
import * as queries from './queries.ts';
import { readLifetime, readPassport, readPhone, readPrice } from './reading.ts';
import { deleteMatches } from './search-queries.ts';
import { matchLater } from './searches.ts';
import { getAd, getSeen, removeAd } from './service.ts';

const FOLDER = 'ads';
type Input = {
  description?: string;
  mentions?: string;
  game?: string;
  phone?: string;
  passport?: string;
  price?: string | number;
  files: StagedFile[];
};

/** Returns the texts of an ad with the suspicions found in them. */
const textOf = (context: AppContext, words: { title: string; description: string }) => ({
  ...words,
  warnings: findSuspicions(`${words.title}\n${words.description}`, [
    new URL(context.config.publicUrl).host,
  ]),
});

/**
 * Puts an ad on the board; users with a matching saved search are notified later. Throws
 * `bad_price`, `bad_lifetime`, `bad_phone`, `bad_passport`, `bad_mentions`, `too_many_ads` and the
 * errors of the pictures. Not idempotent: two calls create two ads.
 */
export async function createAd(
  context: AppContext,
  viewer: Viewer,
  input: Input & { title: string; dieDate?: string | number },
): Promise<ShownAd> {
  const [price, days, phone, passport] = [
    readPrice(input.price),
    readLifetime(input.dieDate, 0),
    readPhone(input.phone ?? ''),
    readPassport(input.passport ?? ''),
  ];
  if ((await queries.countOwn(context.db, viewer.id)) >= CLASSIFIEDS.each)
    throw appError('too_many_ads');
  const mentions = (await readDescribed(context, viewer, input)) ?? [];
  const prepared = await preparePictures(context, input.files, FOLDER);
  const id = newId();
  await keepPrepared(context, prepared, { ownerId: viewer.id, scopeId: id }, async (tx, after) => {
    if ((await lockPerson(tx, viewer.id)) === undefined) throw appError('not_found');
    if ((await queries.countOwn(tx, viewer.id)) >= CLASSIFIEDS.each) throw appError('too_many_ads');
    const created = now();
    await queries.insertAd(tx, {
      id,
      owner_id: viewer.id,
      ...textOf(context, { title: input.title, description: input.description ?? '' }),
      mentions,
      price,
      game: input.game ?? '',
      phone,
      passport,
      pictures: prepared.map(pictureOf),
      created_at: created,
      ends_at: endAfter(created, days),
    });
    await matchLater(context, tx, id);
    await notifyNamedIn(context, tx, after, { id, ownerId: viewer.id, mentions });
    return true;
  });
  return getAd(context, viewer, id);
}

async function lock(tx: Tx, viewer: Viewer, id: string): Promise<queries.LockedRow> {
  const row = await queries.lockAd(tx, id);
  if (row === undefined) throw appError('not_found');
  assertMay(viewer, row, 'change');
  return row;
}
/**
 * Changes an ad; omitted fields stay. Throws `not_found`, `forbidden`, and the errors of creating
 * one.
 */
export async function editAd(
  context: AppContext,
  viewer: Viewer,
  id: string,
  input: Input & { title?: string; keep?: string },
): Promise<ShownAd> {
  assertMay(viewer, await getSeen(context, viewer.id, id), 'change');
  const change = {
    ...(input.title === undefined ? {} : { title: input.title }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.game === undefined ? {} : { game: input.game }),
    ...(input.price === undefined ? {} : { price: readPrice(input.price) }),
    ...(input.phone === undefined ? {} : { phone: readPhone(input.phone) }),
    ...(input.passport === undefined ? {} : { passport: readPassport(input.passport) }),
  };
  const keep = input.keep === undefined ? undefined : readKeep(input.keep);
  const mentions = await readDescribed(context, viewer, input);
  const prepared = await preparePictures(context, input.files, FOLDER);
  await keepPrepared(context, prepared, { ownerId: viewer.id, scopeId: id }, async (tx, after) => {
    const before = await lock(tx, viewer, id);
    const { kept, dropped } = choosePictures(before.pictures, keep);
    if (kept.length + prepared.length > FILES.postPictures) throw appError('too_many_files');
    await queries.updateAd(tx, id, {
      ...change,
      ...(mentions && { mentions }),
      ...textOf(context, {
        title: change.title ?? before.title,
        description: change.description ?? before.description,
      }),
      pictures: [...kept, ...prepared.map(pictureOf)],
    });
    await removeMedia(context, tx, after, FOLDER, dropped);
    if (mentions !== null && stateOf(before) === 'active')
      await notifyNamedIn(
        context,
        tx,
        after,
        { id, ownerId: before.owner_id, mentions },
        before.mentions,
      );
    return true;
  });
  return getAd(context, viewer, id);
}
/**
 * Returns the end of a prolonged ad; null: never. An ad without an end keeps having none. Throws
 * `bad_lifetime` if it would end more than a year ahead; one that was sold is relisted up to then.
 */
function readProlonged(
  before: Pick<queries.AdRow, 'ends_at' | 'closed_at'>,
  input: string,
): Date | null {
  const days = readLifetime(input === '' ? undefined : input, CLASSIFIEDS.prolongDays);
  if (before.ends_at === null || days === 0) return null;
  const ends = prolongedEnd(input, days, before.ends_at, now());
  const latest = endOf(now(), CLASSIFIEDS.days);
  if (ends <= latest) return ends;
  if (before.closed_at === null)
    throw appError('bad_lifetime', { text: 'Вместе с оставшимся сроком выходит больше 365 дней.' });
  return before.ends_at > latest ? before.ends_at : latest;
}
/**
 * Extends an ad by the given number of days from its end, and relists it. One that was sold is
 * matched with saved searches again, as the notices of it were withdrawn. Throws `not_found`,
 * `forbidden`, `bad_lifetime`.
 */
export async function prolongAd(
  context: AppContext,
  viewer: Viewer,
  id: string,
  dieDate: string | number | undefined,
): Promise<ShownAd> {
  assertMay(viewer, await getSeen(context, viewer.id, id), 'change');
  await transaction(context, async (tx) => {
    const before = await lock(tx, viewer, id);
    const isUnmatched = before.matched_at === null || before.closed_at !== null;
    await queries.updateAd(tx, id, {
      ends_at: readProlonged(before, String(dieDate ?? '')),
      closed_at: null,
      listed: true,
      ...(isUnmatched ? { matched_at: null } : {}),
    });
    if (isUnmatched) await matchLater(context, tx, id);
  });
  return getAd(context, viewer, id);
}
/**
 * Marks an ad as sold: only its owner can see it any more, and its notices are withdrawn.
 * Idempotent. Throws `not_found`, `forbidden`.
 */
export async function closeAd(context: AppContext, viewer: Viewer, id: string): Promise<ShownAd> {
  assertMay(viewer, await getSeen(context, viewer.id, id), 'change');
  await transaction(context, async (tx, after) => {
    const { closed_at: before } = await lock(tx, viewer, id);
    await queries.updateAd(tx, id, { closed_at: before ?? now(), listed: false });
    await deleteMatches(tx, id);
    await withdraw(context, tx, after, { objects: [id] });
  });
  return getAd(context, viewer, id);
}
/** Deletes an ad. Throws `not_found`, also the second time, `forbidden`. */
export async function deleteAd(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  const row = isId(id) ? await queries.findAd(context.db, id, viewer.id) : undefined;
  if (row === undefined || !(viewer.isAdmin || maySee(viewer.id, row))) throw appError('not_found');
  assertMay(viewer, row, 'remove');
  await transaction(context, async (tx, after) => {
    if (!(await removeAd(context, tx, after, id))) throw appError('not_found');
    if (row.owner_id !== viewer.id)
      await context.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: 'remove_ad',
        kind: 'ad',
        objectId: id,
        personId: row.owner_id,
        removed: { after, title: `Объявление «${row.title}»` },
      });
  });
}
