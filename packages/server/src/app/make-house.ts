import { fastify } from 'fastify';
import { fault } from '@respa/contract/faults';
import type { Config } from '#platform/config.ts';
import { shareWithOthers } from '#platform/connect-bus.ts';
import type { Database } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { makeJobs } from '#platform/jobs.ts';
import { makeLagging } from '#platform/lagging.ts';
import { makeLive } from '#platform/live.ts';
import { makeMetrics } from '#platform/metrics.ts';
import { makeStorage } from '#platform/make-storage.ts';
import { makeRateLimits } from '#platform/rate-limits.ts';
import type { House } from '#platform/serve.ts';
import { makeSerializers } from '#platform/serializers.ts';
import { makeSignals } from '#platform/signals.ts';
import { compose, type Composed } from './compose.ts';
import { makeFaultAnswer } from './faults-to-answers.ts';
import { mountReference } from './api-reference.ts';
import { secureAnswer } from './security-headers.ts';
import { mountSite, openSite } from './site.ts';
import { mountWatch } from './watch.ts';

const JSON_BYTES = 64 * 1024;
/** What fits into 64 KB is here by then; forms and resumable uploads, which may take an hour, look after their senders themselves. */
const SMALL_BODY_MS = 30_000;
const LONG_BODY = /^(?:multipart\/form-data|application\/offset\+octet-stream)/i;

/** What the features stand on. Nothing of it is asked yet but a bucket, whether it answers. */
export async function makeGround(
  config: Config,
  databaseUrl: string,
  {
    database,
    log,
    say,
    stagingDir,
  }: Pick<Ground, 'log' | 'say' | 'stagingDir'> & { database: Database },
): Promise<Ground> {
  const storage = await makeStorage(config, say, log);
  const { bus, windows, isRedisWell } = shareWithOthers(config, databaseUrl, say, log);
  const live = makeLive(bus);
  const lagging = makeLagging(database.db, config, log);
  return {
    config,
    database,
    db: database.db,
    lagging,
    log,
    say,
    bus,
    live,
    stagingDir,
    storage,
    jobs: makeJobs(log),
    limits: makeRateLimits(config.rateLimits, windows),
    signals: makeSignals(),
    metrics: makeMetrics({
      streams: () => live.count(),
      instances: () => 1 + bus.others().length,
      isRedisWell,
      isReplicaRead: () => lagging.isInUse(),
    }),
  };
}

/** Whether a server drains, which it tells whoever looks, and whether it takes no calls any more. */
export type Door = { isStopping: boolean; isClosed: boolean };
/** Mounts everything on a ground and asks nothing of its database. */
export async function makeHouse(
  ground: Ground,
  siteDir: string,
  door: Door,
): Promise<{ house: House; composed: Composed }> {
  const { config } = ground;
  const https = config.publicUrl.startsWith('https:');
  const answerFault = makeFaultAnswer(ground);
  const app = fastify({
    // Paths that cannot be decoded never reach the error handler.
    frameworkErrors: (error, request, reply) => {
      secureAnswer(reply, https);
      return answerFault(error, request, reply);
    },
    trustProxy: (_address, hop) => hop < config.trustProxy,
    bodyLimit: JSON_BYTES,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestIdHeader: false,
    logger: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 1_500, ignoreTrailingSlash: false, caseSensitive: true },
    schemaController: { compilersFactory: { buildSerializer: makeSerializers() } },
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    requestTimeout: 0,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 3_000, maxHeaderSize: 16_384 },
  });
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
    if (
      (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) &&
      !LONG_BODY.test(headers['content-type'] ?? '')
    ) {
      const late = setTimeout(() => raw.socket.destroy(), SMALL_BODY_MS).unref();
      raw.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late));
    }
    if (door.isStopping) reply.header('connection', 'close');
    done(door.isClosed ? fault('unavailable', { retryAfter: 3 }) : undefined);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    if (route !== undefined)
      ground.metrics.calls.observe(
        { method: request.method, route, status: String(reply.statusCode) },
        reply.elapsedTime / 1000,
      );
    done();
  });
  app.setErrorHandler(answerFault);
  const house: House = { app, ground, findViewer: async () => null, routes: [], mounted: [] };
  app.addHook('onRoute', ({ method, url }) => {
    house.mounted.push(...[method].flat().map((one) => `${one} ${url}`));
  });
  mountWatch(app, ground, () => door.isStopping);
  const composed = await compose(house);
  mountReference(app, house.routes);
  mountSite(
    app,
    openSite(siteDir, config.s3?.presigned === true ? config.s3.endpoint : undefined),
    composed.countVisitor,
  );
  return { house, composed };
}
