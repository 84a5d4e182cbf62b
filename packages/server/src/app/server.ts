import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config.ts';
import { assertCyrillic, openDatabase, openJobsPool } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { migrateJobs } from '#platform/jobs.ts';
import { makeInstances } from '#platform/instances.ts';
import { makeLog, type LogTo, type Say } from '#platform/log.ts';
import { deliverMails } from '#platform/mail.ts';
import { migrate } from '#platform/migrate.ts';
import type { House } from '#platform/serve.ts';
import { sweepStaging } from '#platform/staging.ts';
import { makeGround, makeHouse } from './make-house.ts';
import { beginRegularJobs } from './regular-jobs.ts';

const DRAIN_MS = 10_000;
const DAY_MS = 24 * 3_600_000;
export type Server = {
  url: string;
  port: number;
  house: House;
  ground: Ground;
  stop(): Promise<void>;
};

/** Starts one server on a database that answers: migrates, mounts, listens, works off jobs. `stop` drains and closes in order. */
export async function startServer(
  config: Config,
  databaseUrl: string,
  options: { say: Say; siteDir: string; logTo?: LogTo },
): Promise<Server> {
  const { say } = options;
  const log = makeLog(config.logLevel, options.logTo);
  const database = openDatabase(databaseUrl, config, log);
  const stagingDir = join(config.dataDir, 'staging');
  await mkdir(stagingDir, { recursive: true });
  await assertCyrillic(database.db);
  const ran = await migrate(databaseUrl);
  await migrateJobs(databaseUrl);
  // Beside other servers the folder may be theirs too: what a day has not touched is nobody's. Whoever could not bring the schema up to date has ended before, and one that is at work keeps what it receives.
  await sweepStaging(stagingDir, config.redisUrl === undefined ? 0 : DAY_MS);
  const jobsPool = openJobsPool(databaseUrl, log);
  if (ran > 0) say(`Схема базы обновлена, шагов: ${ran}`);

  const ground = await makeGround(config, databaseUrl, { database, log, say, stagingDir });
  const { bus, live, lagging, storage } = ground;
  const instances = makeInstances(ground);
  const door = { isStopping: false, isClosed: false };
  const { house, composed } = await makeHouse(ground, options.siteDir, door);
  const { app } = house;
  await beginRegularJobs(ground);
  deliverMails(ground);
  await Promise.all([bus.start(), lagging.start()]);
  await instances.start(jobsPool);
  await ground.jobs.start(jobsPool);
  await instances.beat();
  await app.listen({ host: config.host, port: config.port });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;

  return {
    port,
    house,
    ground,
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    async stop() {
      door.isStopping = true;
      await instances.stop();
      bus.leave();
      live.closeAll();
      const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
      // Whoever asks from now on, over a connection that is still open, is refused in our words.
      door.isClosed = true;
      await app.close();
      clearTimeout(late);
      await composed.stop();
      jobsPool.hurry();
      await ground.jobs.stop();
      await jobsPool.end();
      await bus.stop();
      await lagging.stop();
      storage.close();
      await database.close();
    },
  };
}
