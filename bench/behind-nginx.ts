import { startNginx } from '../tests/nginx.ts';
import { startRedis } from '../tests/redis.ts';
import type { HotCall } from './calls.ts';
import { startProgram, type Plan, type Program } from './programs.ts';
import type { DataSet } from './sets.ts';
import { fire, median, type Lane } from './volley.ts';

/** Two servers may spend so much of one's processor time on a request. */
const MOST = 1.1;
const RUNS = 7;
/** Less than one server can do. */
const PER_SECOND = 300;
const WARM_SECONDS = 6;
/** So many connections to the database each: all that are open here fit in it. */
const POOL = '6';
const ASKED = ['Лента', 'Переписка', 'Отправка сообщения'];
type House = { port: number; servers: Program[] };
type Trial = { house: House; perSecond: number; spent: number[] };
const FULL = Infinity;
/** What one of a kind is asked, and two of it, requests a second: two share what one bears, or bear as much each, or all do what they can. */
const LOADS = [[1, PER_SECOND / 2], [1, PER_SECOND], [1, PER_SECOND * 2], [1, FULL], [2, PER_SECOND], [2, PER_SECOND * 2], [2, FULL]] as const;
/** What is judged: two at so many requests against one at so many. */
const JUDGED = [['вместе столько же', PER_SECOND, PER_SECOND], ['столько же каждый', PER_SECOND * 2, PER_SECOND], ['сколько могут', FULL, FULL]] as const;
const trialsOf = (one: House, two: House): Trial[] => LOADS.map(([count, perSecond]) => ({ house: count === 1 ? one : two, perSecond, spent: [] }));
const nameLoad = (count: number, perSecond: number) => `${count === 1 ? 'один' : 'два'}, ${perSecond === FULL ? 'сколько могут' : `${perSecond}/с`}`;
type Setting = { set: DataSet; calls: { call: HotCall; lanes: Lane[] }[]; seconds: number; lookUp: unknown; planOf(call: HotCall): Promise<Plan[]> };

/**
 * The same requests through nginx to one server alone, to two that speak over Redis, and to one and two limit programs, now one and now the other: what the servers' own processes spend on
 * each. What it costs any program to be two on these processors is what the limit program, which has nothing to say to another, shows.
 */
export async function measureBehindNginx({ set, calls, seconds, lookUp, planOf }: Setting): Promise<string[]> {
  const [nginxPath, redisPath] = [process.env['NGINX_PATH'], process.env['REDIS_PATH']];
  if (nginxPath === undefined || redisPath === undefined) {
    console.log('\nЗа nginx: пропущено, нет nginx или redis-server (укажите NGINX_PATH и REDIS_PATH)');
    return [];
  }
  const missed: string[] = [];
  const ends: (() => Promise<void>)[] = [];
  const begin = async <T extends { stop(): Promise<void> }>(begun: Promise<T>): Promise<T> => {
    const one = await begun;
    ends.unshift(() => one.stop());
    return one;
  };
  const open = async (count: number, file: string, env: Record<string, string>): Promise<House> => {
    const servers: Program[] = [];
    for (let place = 0; place < count; place += 1) servers.push(await begin(startProgram(file, { DATABASE_URL: set.url, ...env })));
    return { servers, port: (await begin(startNginx(nginxPath, { ports: servers.map(({ port }) => port), dataDir: set.dataDir }))).port };
  };
  try {
    const redis = await begin(startRedis(redisPath));
    const lone = { DATA_DIR: set.dataDir, TRUST_PROXY: '1', DB_POOL: POOL };
    const [alone, pair] = [await open(1, './ours.ts', lone), await open(2, './ours.ts', { ...lone, REDIS_URL: redis.url })];
    const [limit, limits] = [await open(1, './limit.ts', { DB_POOL: POOL }), await open(2, './limit.ts', { DB_POOL: POOL })];
    const houses = [alone, pair, limit, limits];
    console.log(`\nЗа nginx один сервер и два: процессорное время серверов на запрос, мс, ${RUNS} замеров по ${seconds} с, медианы; рядом предельная программа`);
    for (const { call, lanes } of calls.filter(({ call: { title } }) => ASKED.includes(title))) {
      const plans = await planOf(call);
      for (const { servers } of [limit, limits]) for (const server of servers) await server.ask({ lookUp, plans });
      for (const house of houses) await fire({ port: house.port, lanes, seconds: WARM_SECONDS * house.servers.length });
      const kinds = [trialsOf(alone, pair), trialsOf(limit, limits)] as const;
      for (let run = 0; run < RUNS; run += 1) {
        // Who follows a quiet one and who a busy one takes turns.
        const trials = run % 2 === 0 ? kinds.flat() : kinds.flat().toReversed();
        for (const { house, perSecond, spent } of trials) spent.push(await measure(house, { lanes, seconds, perSecond }));
      }
      console.log(`  ${call.title}`);
      for (const [place, [count, perSecond]] of LOADS.entries()) {
        console.log(`    ${nameLoad(count, perSecond).padEnd(22)} ${kinds.map((trials) => median(trials[place]!.spent).toFixed(3)).join('   предел ')}`);
      }
      const costs = kinds.map((trials) => JUDGED.map(([, ofTwo, ofOne]) => costOf(trials, 2, ofTwo) / costOf(trials, 1, ofOne)));
      for (const [place, [what]] of JUDGED.entries()) {
        const [ours, ofLimit] = costs.map((shares) => shares[place]!) as [number, number];
        console.log(`    два против одного, ${what}: ${ours.toFixed(2)}, предел ${ofLimit.toFixed(2)}`);
        if (ours > MOST) missed.push(`За nginx, ${call.title}, ${what}: два сервера тратят в ${ours.toFixed(2)} раза больше при цели ${MOST}`);
      }
    }
  } finally {
    for (const end of ends) await end();
  }
  return missed;
}

const costOf = (trials: readonly Trial[], count: number, wanted: number): number => median(trials.find(({ house, perSecond }) => house.servers.length === count && perSecond === wanted)!.spent);
async function measure({ port, servers }: House, load: { lanes: Lane[]; seconds: number; perSecond: number }): Promise<number> {
  const spent = async () => (await Promise.all(servers.map((server) => server.ask<NodeJS.CpuUsage>('cpu')))).reduce((sum, { user, system }) => sum + user + system, 0);
  const before = await spent();
  const { count, failed } = await fire({ port, ...load });
  if (failed > 0) throw new Error(`${failed} answers behind nginx are not 200`);
  return ((await spent()) - before) / 1_000 / count;
}
