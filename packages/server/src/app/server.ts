import { alertLowDisk } from '#features/admin/service.ts';
import { DAY_MS, MINUTE_MS } from '@respa/contract/durations';
import { join } from 'node:path';
import type { Config } from '#platform/runtime/config.ts';
import { assertCyrillic, openDatabase, openJobsPool } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { migrateJobs } from '#platform/runtime/jobs.ts';
import { makeInstances } from '#platform/live/instances.ts';
import { openSecretBox } from '#platform/runtime/secret-box.ts';
import { sealOldSecrets } from '#features/account/service.ts';
import { makePushKeys } from '#features/push/service.ts';
import { makeLog, type LogTo, type Print } from '#platform/runtime/log.ts';
import { deliverMails } from '#platform/runtime/mail.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { App } from '#platform/http/serve.ts';
import { keepFilesPrivate } from '#platform/storage/private-files.ts';
import { sweepStaging } from '#platform/storage/staging.ts';
import { createContext, createApp } from './create-app.ts';
import { beginRegularJobs } from './regular-jobs.ts';

const DRAIN_MS = 10_000;

/** Tells the admin when the disk runs out of space. Returns what ends that. */
function watchDisk(context: AppContext): () => void {
  const look = () =>
    void alertLowDisk(context).catch((error: Error) =>
      context.log.warn({ err: error }, 'the admin was not told of the full disk'),
    );
  look();
  const looking = setInterval(look, MINUTE_MS);
  return () => clearInterval(looking);
}

export type Server = {
  url: string;
  port: number;
  app: App;
  context: AppContext;
  stop(): Promise<void>;
};

/**
 * Starts one server on an available database: migrates, mounts, listens, processes jobs. `stop`
 * drains and closes in order.
 */
export async function startServer(
  config: Config,
  databaseUrl: string,
  options: { print: Print; siteDir: string; logTo?: LogTo },
): Promise<Server> {
  const { print } = options;
  keepFilesPrivate(config, print);
  const log = makeLog(config.logLevel, options.logTo);
  const database = openDatabase(databaseUrl, config, log);
  const stagingDir = join(config.dataDir, 'staging');
  await assertCyrillic(database.db);
  const ran = await migrate(databaseUrl);
  await migrateJobs(databaseUrl);
  // With other servers, the folder may be shared: only files not touched for a day are abandoned. A
  // server that could not migrate the schema has already exited, and a running one keeps what it
  // receives.
  await sweepStaging(stagingDir, config.redisUrl === undefined ? 0 : DAY_MS);
  const jobsPool = openJobsPool(databaseUrl, log);
  if (ran > 0) print(`Схема базы обновлена, шагов: ${ran}`);

  const secrets = await openSecretBox(config, database.db);
  const context = await createContext(config, databaseUrl, {
    database,
    log,
    print,
    stagingDir,
    secrets,
  });
  const { bus, live, replica: lagging, storage } = context;
  const instances = makeInstances(context);
  const lifecycle = { isStopping: false, isClosed: false };
  const { app, composed } = await createApp(context, options.siteDir, lifecycle);
  const { http } = app;
  await sealOldSecrets(context);
  await makePushKeys(context);
  await beginRegularJobs(context);
  deliverMails(context);
  await Promise.all([bus.start(), lagging.start()]);
  await instances.start(jobsPool);
  await context.jobs.start(jobsPool);
  await instances.beat();
  const endWatch = watchDisk(context);
  await http.listen({ host: config.host, port: config.port });
  const address = http.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;

  return {
    port,
    app,
    context,
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    async stop() {
      lifecycle.isStopping = true;
      await instances.stop();
      bus.close();
      live.closeAll();
      const late = setTimeout(() => http.server.closeAllConnections(), DRAIN_MS);
      // From now on, requests over a connection that is still open are rejected with our own error.
      lifecycle.isClosed = true;
      await http.close();
      clearTimeout(late);
      endWatch();
      await composed.stop();
      jobsPool.hurry();
      await context.jobs.stop();
      await jobsPool.end();
      await bus.stop();
      await lagging.stop();
      storage.close();
      context.freeSpace.stop();
      await database.close();
    },
  };
}
