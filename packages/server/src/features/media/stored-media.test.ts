import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { appError } from '@respa/contract/app-errors';
import { newId } from '#platform/runtime/ids.ts';
import { transaction } from '#platform/database/transaction.ts';
import { until } from '#tests/support/files/pictures.ts';
import {
  findOrphans,
  keepPrepared,
  prepareFile,
  preparePictures,
  removeMediaOf,
  removeOrphans,
} from './service.ts';
import { allNames } from './blobs/stored-names.ts';
import {
  photo,
  publishPhoto,
  readMediaRows,
  stageBytes,
  storeFile,
} from '#tests/support/files/media-rows.ts';
import { isStored } from '#tests/support/files/pictures.ts';
import { openPair } from '#tests/support/members/trio.ts';

const { app, anna, boris } = await openPair();
const context = () => app.server.context;
const disk = (folder: string, name: string) =>
  join(app.dataDir, 'media', folder, name.slice(0, 2), name);
async function stagedPhoto() {
  const path = join(app.dataDir, 'staging', `${newId()}.part`);
  const data = Buffer.from(await (await photo()).arrayBuffer());
  await writeFile(path, data);
  return { path, bytes: data.length };
}
const age = (folder: string, names: string[]) =>
  Promise.all(
    names.map((name) =>
      utimes(disk(folder, name), new Date(0), new Date(0)).catch(() => undefined),
    ),
  );

describe('Rows and bytes', () => {
  test('a refusal in the transaction, and work that returns undefined, delete the bytes too', async () => {
    for (const work of [
      () => Promise.reject(appError('forbidden')),
      () => Promise.resolve(undefined),
    ]) {
      const prepared = await preparePictures(
        context(),
        [await stagedPhoto(), await stagedPhoto()],
        'portfolio',
      );
      for (const { name } of prepared) expect(await isStored(app, 'portfolio', name)).toBe(true);
      await keepPrepared(context(), prepared, { ownerId: anna.id }, work).catch(() => undefined);
      for (const { name } of prepared) {
        for (const each of allNames(name))
          expect(await isStored(app, 'portfolio', each)).toBe(false);
        expect(await readMediaRows(app, name)).toEqual([]);
      }
    }
  });

  test('a lost connection leaves the bytes to the orphan sweep, because the commit may have succeeded', async () => {
    const [prepared] = await preparePictures(context(), [await stagedPhoto()], 'portfolio');
    for (const lost of [
      new Error('Connection terminated unexpectedly'),
      Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
      Object.assign(new Error('shut down'), { code: '57P01' }),
    ]) {
      await expect(
        keepPrepared(context(), [prepared!], { ownerId: anna.id }, () => Promise.reject(lost)),
      ).rejects.toThrow(lost.message);
    }
    expect(await isStored(app, 'portfolio', prepared!.name)).toBe(true);
    await age('portfolio', allNames(prepared!.name));
    expect(await removeOrphans(context())).toBe(3);
    expect(await isStored(app, 'portfolio', prepared!.name)).toBe(false);
  });

  test('the orphan sweep finds old files without a row, and nothing else', async () => {
    const kept = await publishPhoto(anna);
    const fresh = await prepareFile(context(), await stageBytes(app, 10), 'userposts', {
      extension: 'png',
      mime: 'image/png',
    });
    const lost = await prepareFile(context(), await stageBytes(app, 10), 'userposts', {
      extension: 'png',
      mime: 'image/png',
    });
    await age('userposts', [...allNames(kept.name), lost.name]);
    expect(await Array.fromAsync(findOrphans(context()))).toEqual([
      { folder: 'userposts', name: lost.name },
    ]);
    expect(await removeOrphans(context())).toBe(1);
    expect([
      await isStored(app, 'userposts', lost.name),
      await isStored(app, 'userposts', fresh.name),
      await isStored(app, 'userposts', kept.name),
    ]).toEqual([false, true, true]);
    expect(await removeOrphans(context())).toBe(0);
  });

  test('all media of an owner or of a scope are removed at once', async () => {
    const scopeId = newId();
    const [one, two, other] = [
      await storeFile(app, 'userphotos', 'png', 10, boris.id, scopeId),
      await storeFile(app, 'userphotos', 'png', 10, boris.id, scopeId),
      await storeFile(app, 'userphotos', 'png', 10, boris.id),
    ];
    expect(
      await transaction(context(), (tx, after) => removeMediaOf(context(), tx, after, { scopeId })),
    ).toBe(2);
    await until(
      async () =>
        !(await isStored(app, 'userphotos', one.name)) &&
        !(await isStored(app, 'userphotos', two.name)),
    );
    expect(await isStored(app, 'userphotos', other.name)).toBe(true);
    const owner = newId();
    const own = await storeFile(app, 'userphotos', 'png', 10, owner);
    expect(
      await transaction(context(), (tx, after) =>
        removeMediaOf(context(), tx, after, { ownerId: owner }),
      ),
    ).toBe(1);
    await until(async () => !(await isStored(app, 'userphotos', own.name)));
  });
});
