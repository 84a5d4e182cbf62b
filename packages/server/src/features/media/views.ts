import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';
import { newId } from '#platform/ids.ts';
import { findBlob, pickHolders, setPicture } from './blob-queries.ts';
import { BLOBS } from './folders.ts';
import { removeUnrowed, storePicture } from './prepared.ts';
import { pictureOfBlob } from './stored-names.ts';

const MOST_TOLD = 100;

/**
 * Makes the picture of a blob, unless it has one or is none: what is shown of a picture that is kept byte for byte, without what the original tells of
 * place and device. Those who hold it are told. Idempotent.
 */
export async function makeView(ground: Ground, blobId: string): Promise<void> {
  const blob = await findBlob(ground.db, blobId);
  if (blob === undefined || blob.width !== null) return;
  const opened = await ground.storage.open(BLOBS, blob.name);
  if (opened === null) return;
  const path = join(ground.stagingDir, `${newId()}.part`);
  try {
    await pipeline(opened.body, createWriteStream(path, { flags: 'wx' }));
    const { width, height, thumbhash, name } = await storePicture(ground, { path }, BLOBS, {
      stem: pictureOfBlob(blob.name).replace(/\.webp$/, ''),
    });
    if (!(await setPicture(ground.db, blobId, { width, height, thumbhash })))
      return await removeUnrowed(ground, [{ folder: BLOBS, name }]);
  } catch (error) {
    // What only looked like a picture has none.
    if (error instanceof Fault && error.code !== 'no_space') return;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
  for (const userId of await pickHolders(ground.db, blobId, MOST_TOLD))
    ground.live.publish(`user:${userId}`, { data: { type: 'cloud' } });
}
