import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import * as account from '@respa/contract/account';
import { Caller, PASSWORD } from '../support/driver.ts';
import { startInstance, type Instance } from '../support/servers/instances.ts';
import { assertNone, makeLeakRecorder, type LeakRecorder } from '../support/leak-recorder.ts';
import { makeDatabase } from '../support/servers/own-database.ts';
import { startRedis, type RedisServer } from '../support/servers/redis.ts';
import { patient } from '../support/patience.ts';

export const REDIS_PATH = process.env['REDIS_PATH'];
export type Pair = {
  redis: RedisServer;
  first: Instance;
  second: Instance;
  dataDir: string;
  databaseUrl: string;
  recorder: LeakRecorder;
  query<T extends object>(text: string): Promise<T[]>;
  /** Starts another instance; the pair stops it at the end. */
  more(env?: Record<string, string>): Promise<Instance>;
  /** Joins a member on the first instance, or on another server with this folder. */
  join(name: string, server?: { url: string }): Promise<Caller>;
  stop(): Promise<void>;
};
/** Returns the same member on another instance. */
export const at = ({ url }: { url: string }, who: Caller): Caller =>
  new Caller(url, { token: who.token!, id: who.id, email: who.email });

/** Starts two servers as separate processes on one database and one Redis, with one folder. */
/** The key that all servers of one database share. */
export const SECRET_KEY = 'a1'.repeat(32);
export async function startPair(env: Record<string, string> = {}): Promise<Pair> {
  const database = await makeDatabase();
  const databaseUrl = database.url;
  const dataDir = await mkdtemp(join(tmpdir(), 'respa-pair-'));
  const redis = await startRedis(REDIS_PATH!);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const recorder = makeLeakRecorder(dataDir);
  const all: Instance[] = [];
  const more = async (extra: Record<string, string> = {}) => {
    const instance = await startInstance(
      {
        DATABASE_URL: databaseUrl,
        REDIS_URL: redis.url,
        DATA_DIR: dataDir,
        SECRET_KEY,
        // Some tests put nginx before them.
        TRUST_PROXY: '1',
        ...env,
        ...extra,
      },
      recorder,
    );
    all.push(instance);
    return instance;
  };
  const [first, second] = await Promise.all([more(), more()]);
  return {
    redis,
    first,
    second,
    dataDir,
    databaseUrl,
    recorder,
    more,
    query: async <T extends object>(text: string) => (await client.query<T>(text)).rows,
    join: (name, server = first) => joinBy(server, dataDir, name),
    async stop() {
      await Promise.all(all.map((instance) => instance.stop()));
      await redis.stop();
      await client.end();
      await database.drop();
      const leaks = await recorder.findLeaks(join(dataDir, 'outbox'));
      await rm(dataDir, { recursive: true, force: true });
      assertNone(leaks);
    },
  };
}

/** Registers a member on a server and opens the activation link from its outbox. */
export async function joinBy(
  server: { url: string },
  dataDir: string,
  name: string,
): Promise<Caller> {
  const email = `${crypto.randomUUID()}@respa.test`;
  const nobody = new Caller(server.url);
  const { token, userId } = await nobody.call(account.register, {
    body: { name, surname: 'Тестова', age: '1999-05-11', email, password: PASSWORD },
  });
  const activated = await new Caller(server.url, { token }).call(account.activate, {
    body: { link: await linkIn(join(dataDir, 'outbox'), email) },
  });
  return new Caller(server.url, { token: activated.token, id: userId, email });
}
async function linkIn(outbox: string, email: string): Promise<string> {
  for (const ends = performance.now() + patient(20_000); performance.now() < ends;) {
    for (const mail of (await readdir(outbox).catch(() => [] as string[])).filter((file) =>
      file.endsWith('.eml'),
    )) {
      const text = (await readFile(join(outbox, mail), 'utf8')).replace(/=\r?\n/g, '');
      const link = text.includes(email) ? /\/activate\/([\w-]{43})/.exec(text) : null;
      if (link) return link[1]!;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  throw new Error('no mail came');
}
