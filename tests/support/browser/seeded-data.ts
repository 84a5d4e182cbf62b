import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillSeedDatabase, SEEDED_DATA } from './data-folders.ts';
import { COMMON, isBrowserHere, World } from './world.ts';

/**
 * Prepares the data folders that browser tests start with, once per run: a test copies one and
 * starts its server in it. The demo is filled while the first tests run. Also starts the shared
 * server.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (!isBrowserHere) return async () => {};
  const folder = await mkdtemp(join(tmpdir(), 'respa-seeded-'));
  // The demo gets its final name once it is complete.
  const filled = fillSeedDatabase(join(folder, 'filling')).then(
    () => rename(join(folder, 'filling'), join(folder, 'demo')),
    (error: Error) => writeFile(join(folder, 'demo-failed'), error.message),
  );
  const common = new World();
  const clear = async () => {
    try {
      await common.close();
    } finally {
      await filled;
      await rm(folder, { recursive: true, force: true });
    }
  };
  try {
    await leaveEmpty(join(folder, 'empty'));
    process.env[SEEDED_DATA] = folder;
    await common.open({ limits: false });
  } catch (error) {
    await clear();
    throw error;
  }
  process.env[COMMON] = JSON.stringify([common.url, common.mails]);
  return clear;
}

async function leaveEmpty(dataDir: string): Promise<void> {
  const world = await new World().open({ fresh: true });
  await world.stopServer();
  await rename(join(world.folder, 'data'), dataDir);
  await world.close();
}
