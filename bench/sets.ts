import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { fillDemo } from '../packages/server/src/app/demo.ts';
import { startServer } from '../packages/server/src/app/server.ts';
import { readConfig } from '../packages/server/src/platform/config.ts';
import { startEmbeddedPostgres } from '../packages/server/src/platform/embedded-postgres.ts';

export type DataSet = { title: string; url: string; dataDir: string; query<T>(text: string): Promise<T[]>; stop(): Promise<void> };
export const SMALL = { name: 'small', title: '1 000 участников, 50 000 сообщений', members: 1_000, messages: 50_000 };
export const BIG = { name: 'big', title: '100 000 участников, 5 000 000 сообщений', members: 100_000, messages: 5_000_000 };

/** A database of that size in a folder that is kept: filled the first time, taken as it is afterwards. */
export async function openSet(size: typeof SMALL): Promise<DataSet> {
  const home = process.env['DATA_DIR'] === undefined ? join(tmpdir(), 'respa-bench') : join(process.env['DATA_DIR'], 'bench');
  const dataDir = join(home, size.name);
  const marker = join(dataDir, 'filled');
  if (!existsSync(marker)) await rm(dataDir, { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres({ dataDir, log: console.log });
  if (!existsSync(marker)) {
    console.log(`Заполняю: ${size.title}`);
    const config = readConfig({ PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'fatal', DATA_DIR: dataDir });
    const server = await startServer(config, postgres.url, { say: console.log, siteDir: fileURLToPath(new URL('../packages/web/dist', import.meta.url)) });
    await fillDemo(server.ground, { members: size.members, messages: size.messages });
    await server.stop();
    await withClient(postgres.url, (client) => client.query('vacuum (analyze)'));
    await writeFile(marker, '');
  }
  return {
    title: size.title, dataDir, url: postgres.url, stop: () => postgres.stop(),
    query: <T>(text: string) => withClient(postgres.url, async (client) => (await client.query(text)).rows as T[]),
  };
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
