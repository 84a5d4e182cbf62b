import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../packages/server/src/platform/database/embedded/embedded-postgres.ts';
import { choosePostgresAccount } from '../../../packages/server/src/platform/database/embedded/postgres-account.ts';
import { findPostgresBinaries } from '../../../packages/server/src/platform/database/embedded/postgres-binaries.ts';
import { freePort } from './nginx.ts';

export type Replicated = {
  url: string;
  replicaUrl: string;
  /**
   * Disconnects the replica from the main database, without the replica noticing that it lags
   * behind.
   */
  cutOff(): Promise<void>;
  /** Reconnects it; it also receives what it has missed. */
  join(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a PostgreSQL with a hot standby that follows it by streaming replication. */
export async function startReplicated(): Promise<Replicated> {
  const folder = await mkdtemp(join(tmpdir(), 'respa-replica-'));
  const [dataDir, home] = [join(folder, 'main'), join(folder, 'copy', 'postgres')];
  await (await startEmbeddedPostgres({ dataDir, log: () => {} })).stop();
  await cp(join(dataDir, 'postgres'), home, { recursive: true, preserveTimestamps: true });
  const main = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const { port, password } = new URL(main.url);
  const cluster = join(home, 'cluster');
  const source = `host=127.0.0.1 port=${port} user=postgres password=${password}`;
  await writeFile(join(cluster, 'standby.signal'), '');
  await writeFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  const binaries = findPostgresBinaries(home);
  const { prefix, ...identity } = choosePostgresAccount({
    dataDir: join(folder, 'copy'),
    home,
    cluster,
    postgres: binaries.postgres,
    env: binaries.env,
  });
  const ownPort = await freePort();
  const settings = [
    `port=${ownPort}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=100',
  ].flatMap((one) => ['-c', one]);
  const [file = '', ...args] = [...prefix, binaries.postgres, '-D', cluster, ...settings];
  const child = spawn(file, args, { ...identity, env: binaries.env, stdio: 'ignore' });
  const exit = once(child, 'exit');
  const replicaUrl = Object.assign(new URL(main.url), { port: String(ownPort) }).toString();
  const boss = Object.assign(new URL(replicaUrl), { username: 'postgres' }).toString();
  const ask = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: boss });
    try {
      await client.connect();
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end().catch(() => {});
    }
  };
  while (
    child.exitCode === null &&
    !(await ask('select 1').then(
      () => true,
      () => false,
    ))
  )
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  return {
    url: main.url,
    replicaUrl,
    cutOff: () => ask(`alter system set primary_conninfo = ''`, 'select pg_reload_conf()'),
    join: () => ask(`alter system set primary_conninfo = '${source}'`, 'select pg_reload_conf()'),
    async stop() {
      child.kill('SIGINT');
      await exit;
      await main.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
