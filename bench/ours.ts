import { Session } from 'node:inspector/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { RATE_LIMITS } from '@respa/contract/rate-limits';
import { startServer } from '../packages/server/src/app/server.ts';
import { readConfig } from '../packages/server/src/platform/runtime/config.ts';
import type { Statement } from './programs.ts';

/** Our server as a separate process, which can record the statements that it sends. */
let heard: Statement[] | null = null;
const query = pg.Client.prototype.query as (this: unknown, ...args: unknown[]) => unknown;
pg.Client.prototype.query = function listen(this: unknown, ...args: unknown[]) {
  const [input, apart] = args;
  const result = query.apply(this, args);
  const asked =
    typeof input === 'string'
      ? { text: input, values: Array.isArray(apart) ? apart : [] }
      : (input as { text?: string; values?: unknown[] } | null);
  if (heard !== null && asked?.text !== undefined && asked.values !== undefined) {
    const entry: Statement = {
      text: asked.text,
      values: asked.values,
      began: performance.now(),
      ended: Number.POSITIVE_INFINITY,
    };
    heard.push(entry);
    const end = () => {
      entry.ended = performance.now();
    };
    if (result instanceof Promise) result.then(end, end);
  }
  return result;
} as never;

// If limits are on, they are counted as for members, but never reached.
for (const limit of Object.values(RATE_LIMITS)) Object.assign(limit, { count: 1e9 });
const config = readConfig({
  PORT: '0',
  RATE_LIMITS: process.env['RATE_LIMITS'] ?? 'off',
  LOG_LEVEL: 'fatal',
  PUBLIC_URL: 'http://respa.test',
  DATA_DIR: process.env['DATA_DIR'],
  MEDIA_ACCEL: process.env['MEDIA_ACCEL'],
  TRUST_PROXY: process.env['TRUST_PROXY'],
  REDIS_URL: process.env['REDIS_URL'],
  DB_POOL: process.env['DB_POOL'],
  PATH: process.env['PATH'],
  FFMPEG: process.env['FFMPEG'] ?? 'off',
});
const server = await startServer(config, process.env['DATABASE_URL']!, {
  print: () => {},
  siteDir: fileURLToPath(new URL('../packages/web/dist', import.meta.url)),
});
process.send!({ port: server.port });
const delay = monitorEventLoopDelay({ resolution: 5 });
let counting: Session | undefined;
async function count() {
  counting = new Session();
  counting.connect();
  await counting.post('Profiler.enable');
  await counting.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return { counting: true };
}
/** Reports every call of a function since `count`, including those of Node's own functions. */
async function reportCounts() {
  const { result } = await counting!.post('Profiler.takePreciseCoverage');
  counting!.disconnect();
  return {
    calls: result.reduce(
      (sum, { functions }) =>
        sum + functions.reduce((own, { ranges }) => own + ranges[0]!.count, 0),
      0,
    ),
  };
}
process.on(
  'message',
  (
    order: 'listen' | 'tell' | 'cpu' | 'rss' | 'memory' | 'watch' | 'stall' | 'count' | 'counted',
  ) => {
    if (order === 'count') return void count().then((told) => process.send!(told));
    if (order === 'counted') return void reportCounts().then((told) => process.send!(told));
    if (order === 'memory') {
      (globalThis as unknown as { gc: () => void }).gc();
      const { heapUsed, external, rss } = process.memoryUsage();
      return void process.send!({
        bytes: heapUsed + external,
        rss,
        streams: server.context.live.count(),
      });
    }
    if (order === 'watch') {
      delay.reset();
      return void process.send!({ watching: delay.enable() });
    }
    if (order === 'stall') {
      delay.disable();
      return void process.send!({ stall: delay.max / 1e6 });
    }
    if (order === 'rss') return void process.send!({ rss: process.memoryUsage.rss() });
    if (order === 'cpu') return void process.send!(process.cpuUsage());
    process.send!({ statements: heard });
    heard = order === 'listen' ? [] : null;
  },
);
process.on('disconnect', () => void server.stop().then(() => process.exit(0)));
