import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { appError } from '@respa/contract/app-errors';
import { STICKERS } from '@respa/contract/limits';
import { readPage } from '#platform/database/paging.ts';
import { transaction } from '#platform/database/transaction.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import {
  keepPrepared,
  openBlob,
  prepareBlob,
  prepareFile,
  removeMedia,
  type Folder,
  type Prepared,
} from '#features/media/service.ts';
import { lockPerson } from '#features/people/service.ts';
import * as queries from './gif-queries.ts';
import { presentGif } from './present.ts';
import type { StoredPicture } from './queries.ts';

export const GIF_FOLDER = 'gifs';
const MIME = 'image/webp';

/** Writes bytes to a file of the staging directory for the time of `work`. */
async function withStaged<T>(
  context: AppContext,
  body: Readable,
  work: (staged: { path: string; bytes: number; filename: string }) => Promise<T>,
): Promise<T> {
  const path = join(context.stagingDir, `${newId()}.part`);
  try {
    await pipeline(body, createWriteStream(path, { flags: 'wx' }));
    return await work({ path, bytes: (await stat(path)).size, filename: 'gif.webp' });
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Saves an animated picture that the viewer may see; the caller has checked that. The bytes are
 * stored once for all who save them. The same picture twice is one. Throws `not_found` if it was
 * deleted, `too_many_gifs`, `storage_full`, `no_space`.
 */
export async function saveGif(
  context: AppContext,
  viewer: Viewer,
  folder: Folder,
  picture: StoredPicture,
) {
  const opened = await context.storage.open(folder, picture.name);
  if (opened === null) throw appError('not_found');
  const prepared = await withStaged(context, opened.body, async (staged) => ({
    ...(await prepareBlob(context, staged, GIF_FOLDER)),
    kind: 'picture' as const,
    // The bytes are a rendition already: no display version is made of them.
    mime: MIME,
  }));
  const { hash } = prepared.blob!;
  const { width, height, thumbhash } = picture;
  const saved = await keepPrepared(
    context,
    [prepared],
    { ownerId: viewer.id, scopeId: viewer.id },
    async (tx) => {
      await lockPerson(tx, viewer.id);
      const row = await queries.insertGif(tx, {
        id: newId(),
        user_id: viewer.id,
        hash,
        picture: { name: prepared.name, width, height, thumbhash },
      });
      if (row !== undefined && (await queries.countGifs(tx, viewer.id)) > STICKERS.gifs)
        throw appError('too_many_gifs');
      return row;
    },
  );
  return presentGif(saved ?? (await queries.findByHash(context.db, viewer.id, hash))!);
}
/** Returns a page of the viewer's saved GIFs, newest first. */
export async function listGifs(context: AppContext, viewer: Viewer, before?: string) {
  const { rows, isLast } = await readPage(STICKERS.gifPage, (limit) =>
    queries.pickGifs(context.db, viewer.id, { before, limit }),
  );
  return { gifs: rows.map(presentGif), isLast };
}
/** Removes a saved GIF. Throws `not_found`, also on a second call. */
export const removeGif = (context: AppContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(context, async (tx, after) => {
    const row = await queries.deleteGif(tx, viewer.id, id);
    if (row === undefined) throw appError('not_found');
    await removeMedia(context, tx, after, GIF_FOLDER, [row.picture.name]);
  });
/**
 * Prepares a copy of a saved GIF for a folder of another feature. Throws `not_found`, `no_space`.
 */
export async function prepareGif(
  context: AppContext,
  viewer: Viewer,
  id: string,
  folder: Folder,
): Promise<Prepared> {
  const row = await queries.findGif(context.db, viewer.id, id);
  const body = row && (await openBlob(context, GIF_FOLDER, row.picture.name));
  if (row === undefined || body == null) throw appError('not_found');
  const { width, height, thumbhash } = row.picture;
  return {
    ...(await withStaged(context, body, (staged) =>
      prepareFile(context, staged, folder, { extension: 'webp', mime: MIME }),
    )),
    kind: 'picture',
    width,
    height,
    thumbhash,
    isMoving: true,
  };
}
