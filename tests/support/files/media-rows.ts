import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { sql } from 'kysely';
import * as wall from '@respa/contract/wall';
import { keepPrepared, prepareFile } from '../../../packages/server/src/features/media/service.ts';
import type { Folder } from '../../../packages/server/src/features/media/serving/folders.ts';
import { newId } from '../../../packages/server/src/platform/runtime/ids.ts';
import type { Caller, TestApp } from '../driver.ts';
import { blobOf } from './pictures.ts';

/** Returns a photo of this size, in pixels. */
export const photo = async (width = 1000, height = 700): Promise<Blob> =>
  blobOf(
    await sharp({ create: { width, height, channels: 3, background: '#3070b0' } })
      .jpeg()
      .toBuffer(),
  );
/** Returns the rows of the files of this name. */
export const readMediaRows = async (
  app: TestApp,
  name: string,
): Promise<{ owner_id: string; scope_id: string; bytes: number }[]> =>
  (
    await sql<{ owner_id: string; scope_id: string; bytes: number }>`
      select owner_id, scope_id, bytes
      from media_files
      where name = ${name}
    `.execute(app.server.context.db)
  ).rows;
/** Writes random bytes as a file that was received. */
export async function stageBytes(
  app: TestApp,
  bytes: number,
): Promise<{ path: string; bytes: number; content: Buffer }> {
  const path = join(app.dataDir, 'staging', `${newId()}.part`);
  const content = randomBytes(bytes);
  await writeFile(path, content);
  return { path, bytes, content };
}
/** Stores a file in a folder, with its row. */
export async function storeFile(
  app: TestApp,
  folder: Folder,
  extension: string,
  bytes: number,
  ownerId: string,
  scopeId: string = newId(),
): Promise<{ name: string; content: Buffer; url: string }> {
  const { context } = app.server;
  const staged = await stageBytes(app, bytes);
  const prepared = await prepareFile(context, staged, folder, { extension, mime: 'x/x' });
  await keepPrepared(context, [prepared], { ownerId, scopeId }, async () => true);
  return { name: prepared.name, content: staged.content, url: `/media/${folder}/${prepared.name}` };
}
/** Publishes a post with a photo. Returns its id and the name of the picture. */
export async function publishPhoto(
  who: Caller,
  size: [number?, number?] = [],
): Promise<{ id: string; name: string }> {
  const { post } = await who.call(wall.create, {
    body: { title: 'Кот' },
    files: { file: [await photo(...size)] },
  });
  return { id: post._id, name: post.images[0]! };
}
