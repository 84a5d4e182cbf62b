import { lutimes, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { removeOrphans } from '../packages/server/src/features/media/service.ts';
import { openDatabase, type Db } from '../packages/server/src/platform/db.ts';
import type { Ground } from '../packages/server/src/platform/ground.ts';
import { makeLog } from '../packages/server/src/platform/log.ts';
import { createDiskStorage } from '../packages/server/src/platform/storage.ts';
import { assertWhole } from './amcheck.ts';
import { assertCountedIn } from './counters.ts';
import type { OwnServer } from './own-server.ts';

const HOURS_AGO = 2 * 3_600;
export const listFiles = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));

/** Works on the database of a server beside it. */
export async function withDatabase<T>(server: OwnServer, work: (db: Db) => Promise<T>): Promise<T> {
  const database = openDatabase(server.databaseUrl, { poolSize: 2, preparedStatements: false }, makeLog('fatal'));
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/**
 * Counters are counts, the places of rooms have no gaps, every row of stored bytes has its file of that size, and after the product's own sweep, to which
 * everything is made to look two hours old, no file is without a row and none that a row needs is gone. Every index is what its table says.
 */
export async function proveKept(server: OwnServer): Promise<void> {
  const media = join(server.folder, 'media');
  await assertWhole(server.databaseUrl);
  await withDatabase(server, async (db) => {
    await assertCountedIn(db);
    const then = Date.now() / 1_000 - HOURS_AGO;
    for (const path of await listFiles(media)) await lutimes(path, then, then).catch(() => {});
    const ground = { db, storage: createDiskStorage(media), log: makeLog('fatal') } as unknown as Ground;
    await removeOrphans(ground);
    expect(await removeOrphans(ground)).toBe(0);
    const { rows } = await sql<{ name: string; bytes: number }>`select name, bytes from blobs`.execute(db);
    const sizes = new Map<string, number>();
    for (const path of await listFiles(join(media, 'blobs'))) sizes.set(path.split('/').at(-1)!, (await stat(path)).size);
    expect(rows.filter(({ name, bytes }) => sizes.get(name) !== bytes)).toEqual([]);
  });
}
