import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readClusterSecret } from './postgres-cluster.ts';
import { findPostmaster } from './postmaster.ts';

export const addressOf = ({ port, secret }: { port: number; secret: string }): string =>
  `postgres://respa:${secret}@127.0.0.1:${port}/respa?sslmode=disable`;

/** Returns the address of the embedded database if a server is running in this folder. */
export function findEmbedded(dataDir: string): string | undefined {
  const home = join(dataDir, 'postgres');
  if (!existsSync(join(home, 'cluster'))) return undefined;
  const found = findPostmaster(join(realpathSync(home), 'cluster'));
  return found?.status === 'ready'
    ? addressOf({
        port: found.port,
        secret: readClusterSecret(join(home, 'secret'), { isNew: false }),
      })
    : undefined;
}
