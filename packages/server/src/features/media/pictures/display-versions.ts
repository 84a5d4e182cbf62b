import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import { findBlob, pickHolders, setPicture } from '../blobs/blob-queries.ts';
import { BLOBS } from '../serving/folders.ts';
import { removeUnrowed, storePicture } from '../serving/prepared.ts';
import { pictureOfBlob } from '../blobs/stored-names.ts';

const MAX_NOTIFIED = 100;

/**
 * Makes the display version of a blob's picture, unless it exists or the blob is no picture: the
 * original is kept byte for byte, and the display version leaves out its location and device data.
 * Notifies the owners of the files that reference the blob. Idempotent.
 */
export async function makeView(context: AppContext, blobId: string): Promise<void> {
  const blob = await findBlob(context.db, blobId);
  if (blob === undefined || blob.width !== null) return;
  const opened = await context.storage.open(BLOBS, blob.name);
  if (opened === null) return;
  const path = join(context.stagingDir, `${newId()}.part`);
  try {
    await pipeline(opened.body, createWriteStream(path, { flags: 'wx' }));
    const { width, height, thumbhash, name } = await storePicture(context, { path }, BLOBS, {
      stem: pictureOfBlob(blob.name).replace(/\.webp$/, ''),
    });
    if (!(await setPicture(context.db, blobId, { width, height, thumbhash })))
      return await removeUnrowed(context, [{ folder: BLOBS, name }]);
  } catch (error) {
    // A file that only looked like a picture gets no display version.
    if (error instanceof AppError && error.code !== 'no_space') return;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
  for (const userId of await pickHolders(context.db, blobId, MAX_NOTIFIED))
    context.live.publish(`user:${userId}`, { data: { type: 'cloud' } });
}
