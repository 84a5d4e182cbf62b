import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillTown, isBrowserHere, TOWNS, World } from './world.ts';

/** Makes the data folders that stories begin with, once for the whole run: a story copies one and starts its server in it. */
export default async function setup(): Promise<() => Promise<void>> {
  if (!isBrowserHere) return async () => {};
  const folder = await mkdtemp(join(tmpdir(), 'respa-towns-'));
  const clear = () => rm(folder, { recursive: true, force: true });
  try {
    await Promise.all([leaveEmpty(join(folder, 'empty')), fillTown(join(folder, 'demo'))]);
  } catch (error) {
    await clear();
    throw error;
  }
  process.env[TOWNS] = folder;
  return clear;
}

async function leaveEmpty(dataDir: string): Promise<void> {
  const world = await new World().open({ fresh: true });
  await world.stopServer();
  await rename(join(world.folder, 'data'), dataDir);
  await world.close();
}
