import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, createApp } from '../../packages/server/src/app/create-app.ts';
import { readConfig } from '../../packages/server/src/platform/runtime/config.ts';
import { openDatabase } from '../../packages/server/src/platform/database/db.ts';
import { createSecretBox } from '../../packages/server/src/platform/runtime/secret-box.ts';
import { makeLog } from '../../packages/server/src/platform/runtime/log.ts';
import { ROUTE_PREFIX } from './all-routes.ts';

const NOWHERE = 'postgres://nobody@127.0.0.1:1/nothing';

/**
 * Returns every method and address that the product mounts, as reported by Fastify: the app is
 * assembled on a database that is never queried.
 */
export async function findMountedCalls(): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'respa-mounted-'));
  try {
    const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'fatal' });
    const log = makeLog(config.logLevel);
    const database = openDatabase(NOWHERE, config, log);
    const context = await createContext(config, NOWHERE, {
      database,
      log,
      print: () => {},
      stagingDir: join(dataDir, 'staging'),
      secrets: createSecretBox(randomBytes(32)),
    });
    const { app, composed } = await createApp(context, dataDir, {
      isStopping: false,
      isClosed: false,
    });
    context.live.closeAll();
    await composed.stop();
    await database.close();
    return app.mounted;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
/** Returns the mounted calls that are not in the contract. */
export const rawAmong = (mounted: readonly string[], contract: readonly string[]): string[] => {
  const known = new Set(contract.map((key) => key.replace(' ', ` ${ROUTE_PREFIX}`)));
  return mounted.filter((key) => !known.has(key));
};
