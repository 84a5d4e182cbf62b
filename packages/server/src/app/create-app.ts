import { fastify } from 'fastify';
import { appError } from '@respa/contract/app-errors';
import { createMediaRegistry } from '#features/media/service.ts';
import { createAccountState } from '#features/account/state.ts';
import { createLinkState } from '#features/links/state.ts';
import { createPostVideos } from '#features/posts/state.ts';
import { createChatState } from '#features/chats/state.ts';
import { createNoticeState } from '#features/notifications/state.ts';
import { createSharingState } from '#features/sharing/state.ts';
import { createPeopleState } from '#features/people/state.ts';
import { createVoiceState } from '#features/voice/state.ts';
import { createPushState } from '#features/push/state.ts';
import type { Config } from '#platform/runtime/config.ts';
import { shareWithOthers } from '#platform/live/connect-bus.ts';
import type { Database } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { makeJobs } from '#platform/runtime/jobs.ts';
import { makeLagging } from '#platform/database/replica.ts';
import { makeLive } from '#platform/live/live.ts';
import { makeMetrics } from '#platform/http/metrics.ts';
import { makeFreeSpace } from '#platform/storage/free-space.ts';
import { makeStorage } from '#platform/storage/open-storage.ts';
import { makeOpenUploads } from '#platform/http/open-uploads.ts';
import { makePace, watchPace } from '#platform/http/body-pace.ts';
import { makeRateLimits } from '#platform/http/rate-limits.ts';
import type { App } from '#platform/http/serve.ts';
import { isWebSocket, routeUpgrades } from '#platform/http/web-sockets.ts';
import { makeSecurityLog } from '#platform/http/security-log.ts';
import { makeSerializers } from '#platform/http/serializers.ts';
import { makeSignals } from '#platform/runtime/signals.ts';
import { compose, type Composed } from './compose.ts';
import { createErrorHandler } from './error-handler.ts';
import { mountReference } from './api-reference.ts';
import { makeProxyCheck } from './unknown-proxy.ts';
import { secureAnswer } from './security-headers.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import { addressKey } from '#platform/http/address-key.ts';
import { mountCrawlerFiles } from './pages/crawlers.ts';
import { rememberPages } from './pages/describe-page.ts';
import { mountEmbed } from './pages/embed.ts';
import { mountFeeds } from './pages/feeds.ts';
import { mountSite, openSite } from './pages/site.ts';
import { mountWatch } from './health.ts';

const JSON_BYTES = 64 * 1024;
/**
 * A body of up to 64 KB must have arrived by then; forms and resumable uploads, which may take an
 * hour, must keep a pace instead.
 */
const SMALL_BODY_MS = 30_000;
const LONG_BODY = /^(?:multipart\/form-data|application\/offset\+octet-stream)/i;

/**
 * Creates the context of the features. Nothing is queried yet, except that a bucket is checked for
 * an answer, and the disk for its free space.
 */
export async function createContext(
  config: Config,
  databaseUrl: string,
  {
    database,
    log,
    print,
    stagingDir,
    secrets,
  }: Pick<AppContext, 'log' | 'print' | 'stagingDir' | 'secrets'> & { database: Database },
): Promise<AppContext> {
  const storage = await makeStorage(config, print, log);
  const freeSpace = await makeFreeSpace(config);
  const { bus, windows, isRedisWell } = shareWithOthers(config, databaseUrl, print, log);
  const live = makeLive(bus);
  const replica = makeLagging(database.db, config, log);
  return {
    config,
    database,
    db: database.db,
    replica,
    log,
    print,
    bus,
    live,
    stagingDir,
    secrets,
    storage,
    freeSpace,
    jobs: makeJobs(log),
    limits: makeRateLimits(config.rateLimits, windows),
    openUploads: makeOpenUploads(config.rateLimits),
    pace: makePace(),
    security: makeSecurityLog(log),
    signals: makeSignals(),
    totals: new Map(),
    account: createAccountState(),
    chats: createChatState(),
    links: createLinkState(config.publicUrl),
    postVideos: createPostVideos(),
    media: createMediaRegistry(),
    notices: createNoticeState(),
    people: createPeopleState(),
    sharing: createSharingState(),
    push: createPushState(),
    voice: createVoiceState(),
    metrics: makeMetrics({
      streams: () => live.count(),
      instances: () => 1 + bus.others().length,
      isRedisWell,
      isReplicaRead: () => replica.isInUse(),
      freeBytes: () => freeSpace.free(),
    }),
  };
}

/**
 * Whether a server is draining, which it reports to health checks, and whether it has stopped
 * accepting calls.
 */
export type Lifecycle = { isStopping: boolean; isClosed: boolean };
type Http = App['http'];
/** Creates the HTTP server, without any routes. */
function createHttp(context: AppContext): Http {
  const { config } = context;
  const https = config.publicUrl.startsWith('https:');
  const sendAppError = createErrorHandler(context);
  const http: Http = fastify({
    // Paths that cannot be decoded never reach the error handler.
    frameworkErrors: (error, request, reply) => {
      secureAnswer(reply, https);
      return sendAppError(error, request, reply);
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
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 3_000,
      maxHeaderSize: 16_384,
      shouldUpgradeCallback: isWebSocket,
    },
  });
  http.removeContentTypeParser('text/plain');
  http.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  const parseJson = http.getDefaultJsonParser('error', 'error');
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body as string, done);
  });
  http.setErrorHandler(sendAppError);
  routeUpgrades(http);
  return http;
}

/** Secures and times every answer, and refuses requests of a server that has stopped. */
function addHooks(http: Http, context: AppContext, lifecycle: Lifecycle): void {
  const https = context.config.publicUrl.startsWith('https:');
  http.addHook('onRequest', ({ raw, headers }, reply, done) => {
    secureAnswer(reply, https);
    const hasBody =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && LONG_BODY.test(headers['content-type'] ?? ''))
      watchPace(raw, reply.raw, context.pace);
    else if (hasBody) {
      const late = setTimeout(() => raw.socket.destroy(), SMALL_BODY_MS).unref();
      raw.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late));
    }
    if (lifecycle.isStopping) reply.header('connection', 'close');
    done(lifecycle.isClosed ? appError('unavailable', { retryAfter: 3 }) : undefined);
  });
  const checkProxy = makeProxyCheck(context);
  http.addHook('onRequest', async (request) => checkProxy(request));
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    if (route !== undefined)
      context.metrics.calls.observe(
        { method: request.method, route, status: String(reply.statusCode) },
        reply.elapsedTime / 1000,
      );
    done();
  });
}

/** Mounts everything on a context without querying its database. */
export async function createApp(
  context: AppContext,
  siteDir: string,
  lifecycle: Lifecycle,
): Promise<{ app: App; composed: Composed }> {
  const { config } = context;
  const http = createHttp(context);
  addHooks(http, context, lifecycle);
  const app: App = { http, context, findViewer: async () => null, routes: [], mounted: [] };
  http.addHook('onRoute', ({ method, url }) => {
    app.mounted.push(...[method].flat().map((one) => `${one} ${url}`));
  });
  mountWatch(http, context, () => lifecycle.isStopping);
  const composed = await compose(app);
  mountReference(http, app.routes);
  const store = config.s3?.presigned === true ? config.s3.endpoint : undefined;
  mountCrawlerFiles(http, context);
  mountFeeds(http, context);
  mountEmbed(http, context, store);
  const describe = rememberPages(context, nowMs);
  mountSite(
    http,
    openSite(siteDir, {
      publicUrl: config.publicUrl,
      store,
      liveKit: config.liveKit?.url,
      hasWorker: config.serviceWorker,
    }),
    composed.countVisitor,
    (request, path) =>
      describe(path, () => context.limits.spend('anonymous', addressKey(request.ip))),
  );
  return { app, composed };
}
