import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { fault } from '@respa/contract/faults';
import type { Config } from '#platform/config.ts';
import { shareWithOthers } from '#platform/connect-bus.ts';
import { assertCyrillic, openDatabase, openJobsPool } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { makeJobs, migrateJobs } from '#platform/jobs.ts';
import { makeInstances } from '#platform/instances.ts';
import { makeLagging } from '#platform/lagging.ts';
import { makeLive } from '#platform/live.ts';
import { makeLog, type LogTo, type Say } from '#platform/log.ts';
import { deliverMails } from '#platform/mail.ts';
import { makeMetrics } from '#platform/metrics.ts';
import { makeStorage } from '#platform/make-storage.ts';
import { migrate } from '#platform/migrate.ts';
import { makeRateLimits } from '#platform/rate-limits.ts';
import type { House } from '#platform/serve.ts';
import { makeSerializers } from '#platform/serializers.ts';
import { makeSignals } from '#platform/signals.ts';
import { sweepStaging } from '#platform/staging.ts';
import { compose } from './compose.ts';
import { makeFaultAnswer } from './faults-to-answers.ts';
import { mountReference } from './api-reference.ts';
import { secureAnswer } from './security-headers.ts';
import { mountSite, openSite } from './site.ts';
import { mountWatch } from './watch.ts';

const DRAIN_MS = 10_000;
const DAY_MS = 24 * 3_600_000;
const JSON_BYTES = 64 * 1024;
/** What fits into 64 KB is here by then; forms and resumable uploads, which may take an hour, look after their senders themselves. */
const SMALL_BODY_MS = 30_000;
const LONG_BODY = /^(?:multipart\/form-data|application\/offset\+octet-stream)/i;
export type Server = { url: string; port: number; house: House; ground: Ground; stop(): Promise<void> };

/** Starts one server on a database that answers: migrates, mounts, listens, works off jobs. `stop` drains and closes in order. */
export async function startServer(config: Config, databaseUrl: string, options: { say: Say; siteDir: string; logTo?: LogTo }): Promise<Server> {
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

  const storage = await makeStorage(config, say, log);
  const { bus, windows, isRedisWell } = shareWithOthers(config, databaseUrl, say, log);
  const live = makeLive(bus);
  const lagging = makeLagging(database.db, config, log);
  const ground: Ground = {
    config, database, db: database.db, lagging, log, say, bus, live, stagingDir,
    storage,
    jobs: makeJobs(log), limits: makeRateLimits(config.rateLimits, windows), signals: makeSignals(),
    metrics: makeMetrics({ streams: () => live.count(), instances: () => 1 + bus.others().length, isRedisWell, isReplicaRead: () => lagging.isInUse() }),
  };
  const instances = makeInstances(ground);
  const https = config.publicUrl.startsWith('https:');
  const answerFault = makeFaultAnswer(ground);
  const app = fastify({
    // Paths that cannot be decoded never reach the error handler.
    frameworkErrors: (error, request, reply) => {
      secureAnswer(reply, https);
      return answerFault(error, request, reply);
    },
    trustProxy: (_address, hop) => hop < config.trustProxy,
    bodyLimit: JSON_BYTES, forceCloseConnections: 'idle', return503OnClosing: false, requestIdHeader: false, logger: false, exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 1_500, ignoreTrailingSlash: false, caseSensitive: true },
    schemaController: { compilersFactory: { buildSerializer: makeSerializers() } },
    connectionTimeout: 0, keepAliveTimeout: 72_000, requestTimeout: 0,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 3_000, maxHeaderSize: 16_384 },
  });
  let [stopping, isClosing] = [false, false];
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body as string, done);
  });
  app.addHook('onRequest', ({ raw, headers }, reply, done) => {
    secureAnswer(reply, https);
    if ((headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) && !LONG_BODY.test(headers['content-type'] ?? '')) {
      const late = setTimeout(() => raw.socket.destroy(), SMALL_BODY_MS).unref();
      raw.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late));
    }
    if (stopping) reply.header('connection', 'close');
    done(isClosing ? fault('unavailable', { retryAfter: 3 }) : undefined);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    if (route !== undefined) ground.metrics.calls.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    done();
  });
  app.setErrorHandler(answerFault);
  mountWatch(app, ground, () => stopping);

  const house: House = { app, ground, findViewer: async () => null, routes: [] };
  const composed = await compose(house);
  mountReference(app, house.routes);
  mountSite(app, openSite(options.siteDir, config.s3?.presigned === true ? config.s3.endpoint : undefined), composed.countVisitor);
  deliverMails(ground);
  await Promise.all([bus.start(), lagging.start()]);
  await instances.start(jobsPool);
  await ground.jobs.start(jobsPool);
  await instances.beat();
  await app.listen({ host: config.host, port: config.port });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;

  return {
    port, house, ground, url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    async stop() {
      stopping = true;
      await instances.stop();
      bus.leave();
      live.closeAll();
      const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
      // Whoever asks from now on, over a connection that is still open, is refused in our words.
      isClosing = true;
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
