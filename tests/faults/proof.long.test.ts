import { mkdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import * as wall from '@respa/contract/wall';
import type { Caller } from '../support/driver.ts';
import { listFiles, verifyStoredMedia, withDatabase } from '../support/stored-media.ts';
import { OwnServer } from '../support/servers/own-server.ts';
import { picture } from '../support/files/pictures.ts';
import { patient } from '../support/patience.ts';

describe('The consistency check', () => {
  let server: OwnServer;
  let anna: Caller;
  beforeAll(async () => {
    server = await OwnServer.make();
    await server.start();
    anna = await server.join('Анна');
    await anna.call(wall.create, { body: { title: 'Кот' }, files: { file: [await picture()] } });
    await anna.call(cloud.upload, {
      files: { file: [new File([new Uint8Array(5_000)], 'мир.dat')] },
    });
  });
  afterAll(() => server?.leave());
  const fileIn = async (folder: string, fits: RegExp) =>
    (await listFiles(server.inside(`media/${folder}`))).find((path) => fits.test(path))!;
  const change = (text: string) => withDatabase(server, (db) => sql.raw(text).execute(db));

  test('finds nothing in consistent data', async () =>
    expect(await verifyStoredMedia(server)).toBe(0));
  test.for<[string, () => Promise<() => Promise<unknown>>]>([
    [
      'a picture without its smaller rendition',
      async () => {
        const path = await fileIn('userposts', /-160\.webp$/);
        await rename(path, `${server.folder}/aside`);
        return () => rename(`${server.folder}/aside`, path);
      },
    ],
    [
      'a file of fewer bytes than its row says',
      async () => {
        const path = await fileIn('blobs', /\.bin$/);
        await truncate(path, 4_999);
        return () => truncate(path, 5_000);
      },
    ],
    [
      'a file without a row',
      async () => {
        const path = server.inside('media/events/0a');
        await mkdir(path, { recursive: true });
        await writeFile(`${path}/0a${'0'.repeat(30)}.webp`, 'lost');
        return () => rm(`${path}/0a${'0'.repeat(30)}.webp`, { force: true });
      },
    ],
    [
      'a rendition without its picture',
      async () => {
        const path = (await fileIn('userposts', /-160\.webp$/)).replace(
          /[^/]+$/,
          `${'0'.repeat(32)}-160.webp`,
        );
        await writeFile(path, 'lost');
        return () => rm(path, { force: true });
      },
    ],
    [
      'half of a file that was being stored',
      async () => {
        const path = `${await fileIn('userposts', /\d\.webp$/)}.tmp`;
        await writeFile(path, 'half');
        return () => rm(path, { force: true });
      },
    ],
    [
      'a staged file without an upload',
      async () => {
        await writeFile(server.inside('staging/left.part'), 'left');
        return () => rm(server.inside('staging/left.part'), { force: true });
      },
    ],
    ...[
      ['the byte count of a cloud', 'cloud_owners', 'used'],
      ['the file count of a cloud', 'cloud_owners', 'files'],
      ['the reference count of a blob', 'blobs', 'refs'],
      ['the post count of a person', 'people', 'posts_count'],
    ].map(([what, table, column]): [string, () => Promise<() => Promise<unknown>>] => [
      `${what} that were counted wrong`,
      async () => {
        await change(`update ${table} set ${column} = ${column} + 1`);
        return () => change(`update ${table} set ${column} = ${column} - 1`);
      },
    ]),
  ])('finds %s', { timeout: patient(90_000) }, async ([, harm]) => {
    const mend = await harm();
    try {
      await expect(verifyStoredMedia(server)).rejects.toBeInstanceOf(Error);
    } finally {
      await mend();
    }
  });
  test('allows leftovers of a kill to be swept, if the caller expects them', async () => {
    const folder = server.inside('media/events/0a');
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}/0a${'0'.repeat(30)}.webp`, 'lost');
    expect(await verifyStoredMedia(server, 'orphans')).toBe(1);
    expect(await verifyStoredMedia(server)).toBe(0);
  });
});
