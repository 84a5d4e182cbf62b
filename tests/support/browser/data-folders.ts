import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { patient } from '../patience.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/**
 * The environment variable with the folder of prepared data folders: `demo`, with the six demo
 * members, and `empty`.
 */
export const SEEDED_DATA = 'RESPA_TEST_SEEDED';

/** Fills a data folder with the six demo members and thirty others. */
export async function fillSeedDatabase(dataDir: string): Promise<void> {
  const child = spawn(
    process.execPath,
    ['packages/server/src/app/demo/fill-demo.ts', '--members', '30'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    },
  );
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`the demo ended with ${code}`);
}

async function waitUntilPrepared(databases: string, name: string): Promise<void> {
  const ends = Date.now() + patient(240_000);
  while (!existsSync(join(databases, name))) {
    if (existsSync(join(databases, `${name}-failed`)) || Date.now() > ends)
      throw new Error(`there is no ${name} to copy`);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}

/** Copies a prepared data folder, or fills one if none is prepared. */
export async function prepareData(dataDir: string, isDemo: boolean): Promise<void> {
  const prepared = process.env[SEEDED_DATA];
  if (prepared === undefined) {
    if (isDemo) await fillSeedDatabase(dataDir);
    return;
  }
  if (isDemo) await waitUntilPrepared(prepared, 'demo');
  cpSync(join(prepared, isDemo ? 'demo' : 'empty'), dataDir, { recursive: true });
  // A copy gets the permissions of new folders, and PostgreSQL refuses a cluster that others can
  // read.
  chmodSync(join(dataDir, 'postgres/cluster'), 0o700);
}
