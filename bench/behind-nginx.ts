import { startNginx } from '../tests/nginx.ts';
import { startRedis } from '../tests/redis.ts';
import type { HotCall } from './calls.ts';
import { startProgram, type Plan, type Program } from './programs.ts';
import type { DataSet } from './sets.ts';
import { fire, median, type Lane } from './volley.ts';

/** Two servers may spend so much of one's processor time on a request. */
const MOST = 1.1;
const RUNS = 7;
/** Less than one server can do: where the processors are full, processes are in each other's way. Two servers do this much together, and this much each: both are judged. */
const PER_SECOND = 300;
const WARM_SECONDS = 6;
/** So many connections to the database each: all that are open here fit in it. */
const POOL = '6';
const ASKED = ['Лента', 'Переписка', 'Отправка сообщения'];
type House = { port: number; servers: Program[] };
/** One of a kind and two of it, at the loads that are compared with the first. */
const trialsOf = (one: House, two: House) => [
  { house: one, perSecond: PER_SECOND }, { house: one, perSecond: PER_SECOND / 2 }, { house: two, perSecond: PER_SECOND }, { house: two, perSecond: PER_SECOND * 2 },
];
type Figures = { one: number; half: number; together: number; each: number };
const ms = (value: number) => `${value.toFixed(3)} мс`;
type Setting = { set: DataSet; calls: { call: HotCall; lanes: Lane[] }[]; seconds: number; lookUp: unknown; planOf(call: HotCall): Promise<Plan[]> };

/**
 * The same requests through nginx to one server alone, to two that speak over Redis, to two that do not, and to one and two limit programs, now one and now the other: what the servers' own
 * processes spend on each. What it costs any program to be two on these processors is what the limit program, which has nothing to say to another, shows.
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
    const [alone, pair, apart] = [await open(1, './ours.ts', lone), await open(2, './ours.ts', { ...lone, REDIS_URL: redis.url }), await open(2, './ours.ts', lone)];
    const [limit, limits] = [await open(1, './limit.ts', { DB_POOL: POOL }), await open(2, './limit.ts', { DB_POOL: POOL })];
    const houses = [alone, pair, apart, limit, limits];
    console.log(`\nЗа nginx один сервер и два: процессорное время серверов на запрос, ${PER_SECOND} запросов в секунду, ${RUNS} замеров по ${seconds} с, медианы, и во сколько раз это больше, чем у одного`);
    for (const { call, lanes } of calls.filter(({ call: { title } }) => ASKED.includes(title))) {
      const plans = await planOf(call);
      for (const { servers } of [limit, limits]) for (const server of servers) await server.ask({ lookUp, plans });
      for (const house of houses) await fire({ port: house.port, lanes, seconds: WARM_SECONDS * house.servers.length });
      const kinds = [trialsOf(alone, pair), trialsOf(alone, apart), trialsOf(limit, limits)].map((trials) => trials.map((trial) => ({ ...trial, spent: [] as number[] })));
      for (let run = 0; run < RUNS; run += 1) for (const { house, perSecond, spent } of kinds.flat()) spent.push(await measure(house, { lanes, seconds, perSecond }));
      const [ours, ofApart, ofLimit] = kinds.map((trials): Figures => {
        const [one, half, together, each] = trials.map(({ spent }) => median(spent)) as [number, number, number, number];
        return { one, half, together, each };
      }) as [Figures, Figures, Figures];
      console.log(`  ${call.title}: один ${ms(ours.one)}`);
      for (const [what, { one, half, together, each }] of [['два с Redis', ours], ['два, которые не знают друг о друге', ofApart], ['предельная программа', ofLimit]] as const) {
        console.log(`    ${what}: вместе столько же ${(together / one).toFixed(2)}, столько же каждый ${(each / one).toFixed(2)}; один при половине нагрузки ${(half / one).toFixed(2)}`);
      }
      for (const [what, two] of [['вместе столько же', ours.together], ['столько же каждый', ours.each]] as const) {
        if (two / ours.one > MOST) missed.push(`За nginx, ${call.title}, ${what}: два сервера тратят в ${(two / ours.one).toFixed(2)} раза больше при цели ${MOST}`);
      }
    }
  } finally {
    for (const end of ends) await end();
  }
  return missed;
}

async function measure({ port, servers }: House, load: { lanes: Lane[]; seconds: number; perSecond: number }): Promise<number> {
  const spent = async () => (await Promise.all(servers.map((server) => server.ask<NodeJS.CpuUsage>('cpu')))).reduce((sum, { user, system }) => sum + user + system, 0);
  const before = await spent();
  const { count, failed } = await fire({ port, ...load });
  if (failed > 0) throw new Error(`${failed} answers behind nginx are not 200`);
  return ((await spent()) - before) / 1_000 / count;
}
