import { appError } from '@respa/contract/app-errors';
import { STICKERS } from '@respa/contract/limits';
import type { PackKind } from '@respa/contract/stickers';
import type { Tx } from '#platform/database/db.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { keepPrepared, preparePictures, removeMedia } from '#features/media/service.ts';
import { gatherCards, lockPerson } from '#features/people/service.ts';
import { getPackFor, lockForOwner } from './policy.ts';
import { presentPack, presentSticker } from './present.ts';
import * as queries from './queries.ts';

export const FOLDER = 'stickers';
const DEFAULT_EMOJI = '🙂';
const EMOJI = /^\p{RGI_Emoji}$/v;
/** `bad_emoji`, unless the text is one emoji. */
function assertEmoji(emoji: string): void {
  if (!EMOJI.test(emoji)) throw appError('bad_emoji', { text: 'Выберите один эмодзи.' });
}
/** Pictures out of a pack are deleted once no message shows them. */
const sweepLater = (context: AppContext, tx: Tx) =>
  context.jobs.add(tx, 'stickers.sweep', {}, { key: 'stickers.sweep' });

/** Returns a pack with all its pictures. Throws `not_found`. */
export async function getPack(context: AppContext, viewer: Viewer, id: string) {
  const row = await getPackFor(context.db, viewer.id, id);
  const [cards, stickers] = await Promise.all([
    gatherCards(context.db, [row.owner_id]),
    queries.pickStickers(context.db, id, STICKERS.inPack),
  ]);
  return { ...presentPack(row, viewer.id, cards), stickers: stickers.map(presentSticker) };
}
/**
 * Returns the packs that the viewer has added, in their order, and the viewer's own, newest first.
 */
export async function listPacks(context: AppContext, viewer: Viewer) {
  const [added, own] = await Promise.all([
    queries.pickAdded(context.db, viewer.id, STICKERS.added),
    queries.pickOwn(context.db, viewer.id, STICKERS.each),
  ]);
  const owners = new Set([...added, ...own].map((row) => row.owner_id));
  const cards = await gatherCards(context.db, [...owners]);
  const present = (row: queries.PackRow) => presentPack(row, viewer.id, cards);
  return { added: added.map(present), own: own.map(present) };
}
/** Creates an empty pack and adds it for its owner. Throws `too_many_packs`, `too_many_added`. */
export async function createPack(
  context: AppContext,
  viewer: Viewer,
  { title, kind }: { title: string; kind: PackKind },
) {
  const id = newId();
  await transaction(context, async (tx) => {
    await lockPerson(tx, viewer.id);
    if ((await queries.countPacks(tx, viewer.id)) >= STICKERS.each)
      throw appError('too_many_packs');
    await queries.insertPack(tx, { id, owner_id: viewer.id, kind, title });
    await addLocked(tx, viewer.id, id);
  });
  return getPack(context, viewer, id);
}
/** Renames an own pack. Throws `not_found`. */
export async function renamePack(context: AppContext, viewer: Viewer, id: string, title: string) {
  await transaction(context, async (tx) => {
    await lockForOwner(tx, viewer.id, id);
    await queries.renamePack(tx, id, title);
  });
  return getPack(context, viewer, id);
}
/** Deletes an own pack. Its pictures stay in messages that show them. Throws `not_found`. */
export const removePack = (context: AppContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(context, async (tx) => {
    await lockForOwner(tx, viewer.id, id);
    await queries.deletePack(tx, id);
    await sweepLater(context, tx);
  });
/** Deletes a pack with its pictures, also those that messages show. Returns false if it is gone. */
export async function takeDownPack(
  context: AppContext,
  tx: Tx,
  after: After,
  id: string,
): Promise<boolean> {
  const deleted = await queries.deleteStickersOf(tx, id);
  await removeMedia(
    context,
    tx,
    after,
    FOLDER,
    deleted.map(({ picture }) => picture.name),
  );
  return queries.deletePack(tx, id);
}

/**
 * Adds pictures to an own pack, all of them with one emoji: all or none. Throws `no_file`,
 * `not_found`, `bad_emoji`, `too_many_stickers`, `storage_full` and the errors of `preparePicture`.
 */
export async function addImages(
  context: AppContext,
  viewer: Viewer,
  id: string,
  { files, emoji = DEFAULT_EMOJI }: { files: StagedFile[]; emoji?: string | undefined },
) {
  const { kind, owner_id: owner, items } = await getPackFor(context.db, viewer.id, id);
  if (owner !== viewer.id) throw appError('not_found');
  if (files.length === 0) throw appError('no_file');
  assertEmoji(emoji);
  if (items + files.length > STICKERS.inPack) throw appError('too_many_stickers');
  const prepared = await preparePictures(context, files, FOLDER, { most: STICKERS.pixels[kind] });
  await keepPrepared(context, prepared, { ownerId: viewer.id, scopeId: id }, async (tx) => {
    const pack = await lockForOwner(tx, viewer.id, id);
    if (pack.items + files.length > STICKERS.inPack) throw appError('too_many_stickers');
    await queries.insertStickers(
      tx,
      id,
      prepared.map(({ name, width, height, thumbhash }) => ({
        id: newId(),
        emoji,
        picture: { name, width, height, thumbhash },
      })),
    );
    return true;
  });
  return getPack(context, viewer, id);
}
/** Puts the given pictures of an own pack first, in this order. Throws `not_found`. */
export async function arrangeImages(
  context: AppContext,
  viewer: Viewer,
  id: string,
  ids: readonly string[],
) {
  await transaction(context, async (tx) => {
    await lockForOwner(tx, viewer.id, id);
    await queries.arrangeStickers(tx, id, ids);
  });
  return getPack(context, viewer, id);
}
/** Sets the emoji of a picture of an own pack. Throws `not_found`, `bad_emoji`. */
export async function setEmoji(context: AppContext, viewer: Viewer, id: string, emoji: string) {
  assertEmoji(emoji);
  const packId = await changeImage(context, viewer, id, async (tx) => {
    await queries.setEmoji(tx, id, emoji);
  });
  return getPack(context, viewer, packId);
}
/** Takes a picture out of an own pack; it stays in messages that show it. Throws `not_found`. */
export async function removeImage(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  await changeImage(context, viewer, id, async (tx, packId) => {
    if (!(await queries.takeOut(tx, packId, id))) throw appError('not_found');
    await queries.addItems(tx, packId, -1);
    await sweepLater(context, tx);
  });
}
/** Runs a change of a picture with its pack locked. Returns the pack. */
const changeImage = (
  context: AppContext,
  viewer: Viewer,
  id: string,
  change: (tx: Tx, packId: string) => Promise<void>,
): Promise<string> =>
  transaction(context, async (tx) => {
    const packId = await queries.findPackOf(tx, viewer.id, id);
    if (packId === null) throw appError('not_found');
    await lockForOwner(tx, viewer.id, packId);
    await change(tx, packId);
    return packId;
  });

/** Adds a pack for the viewer. Idempotent. Throws `not_found`, `too_many_added`. */
export const addPack = (context: AppContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(context, async (tx) => {
    await lockPerson(tx, viewer.id);
    if (!(await getPackFor(tx, viewer.id, id)).is_added) await addLocked(tx, viewer.id, id);
  });
async function addLocked(tx: Tx, userId: string, packId: string): Promise<void> {
  if ((await queries.countAdded(tx, userId)) >= STICKERS.added) throw appError('too_many_added');
  await queries.insertAdded(tx, userId, packId);
}
/** Removes a pack from those that the viewer has added. Idempotent. */
export const dropPack = (context: AppContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(context, async (tx) => {
    await queries.deleteAdded(tx, viewer.id, id);
  });
/**
 * Puts the given packs of the viewer first, in this order. Packs that are not added are ignored.
 */
export const arrangePacks = (
  context: AppContext,
  viewer: Viewer,
  ids: readonly string[],
): Promise<void> =>
  transaction(context, async (tx) => {
    await lockPerson(tx, viewer.id);
    await queries.arrangeAdded(tx, viewer.id, ids);
  });
