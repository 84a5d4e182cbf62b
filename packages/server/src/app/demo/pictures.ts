import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyStored, type SeededPicture } from '#features/media/seed.ts';
import { preparePicture, type Folder, type Prepared } from '#features/media/service.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';

/** Stores drawings that belong to no one yet. */
export async function storeDrawn(
  context: AppContext,
  folder: Folder,
  drawings: readonly (() => Promise<Buffer>)[],
): Promise<Prepared[]> {
  const stored: Prepared[] = [];
  for (const draw of drawings) {
    const bytes = await draw();
    const path = join(context.stagingDir, `${randomUUID()}.jpg`);
    await writeFile(path, bytes);
    stored.push(await preparePicture(context, { path, bytes: bytes.length }, folder));
    await rm(path, { force: true });
  }
  return stored;
}
/** Gives a stored drawing one more name, for a user's item. */
export async function anotherOf(
  context: AppContext,
  picture: Prepared,
  whose: { ownerId: string; scopeId: string; at: Date },
): Promise<SeededPicture> {
  const name = await copyStored(context, picture.folder, picture.name);
  if (name === null) throw new Error(`${picture.folder}/${picture.name} is gone`);
  return { name, picture, ...whose };
}
