import { startNginx } from '../tests/nginx.ts';
import { startRedis } from '../tests/redis.ts';
import type { HotCall } from './calls.ts';
import { startProgram, type Program } from './programs.ts';
import type { DataSet } from './sets.ts';
import { fire, median, type Lane } from './volley.ts';

/** Two servers may spend so much of one's processor time on a request. */
const MOST = 1.1;
const RUNS = 7;
/** Less than one server can do: where the processors are full, processes are in each other's way. Two servers do this much together, and this much each: both are judged. */
const PER_SECOND = 300;
const WARM_SECONDS = 6;
/** So many connections to the database each: all that are open here fit in it. */
const POOL = '8';
const ASKED = ['Лента', 'Переписка', 'Отправка сообщения'];
type House = { port: number; servers: Program[] };
const TRIALS = (alone: House, pair: House, apart: House) => [
  { house: alone, perSecond: PER_SECOND }, { house: alone, perSecond: PER_SECOND / 2 }, { house: pair, perSecond: PER_SECOND }, { house: pair, perSecond: PER_SECOND * 2 },
  { house: apart, perSecond: PER_SECOND }, { house: apart, perSecond: PER_SECOND * 2 },
];
const ms = (value: number) => `${value.toFixed(3)} мс`;
type Setting = { set: DataSet; calls: { call: HotCall; lanes: Lane[] }[]; seconds: number };

/** The same requests through nginx to one server alone, to two that speak over Redis, and to two that do not, now one and now the other: what the servers' own processes spend on each. */
export async function measureBehindNginx({ set, calls, seconds }: Setting): Promise<string[]> {
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
  const open = async (count: number, more: Record<string, string>): Promise<House> => {
    const servers: Program[] = [];
    for (let place = 0; place < count; place += 1) servers.push(await begin(startProgram('./ours.ts', { DATABASE_URL: set.url, DATA_DIR: set.dataDir, TRUST_PROXY: '1', DB_POOL: POOL, ...more })));
    return { servers, port: (await begin(startNginx(nginxPath, { ports: servers.map(({ port }) => port), dataDir: set.dataDir }))).port };
  };
  try {
    const redis = await begin(startRedis(redisPath));
    const [alone, pair, apart] = [await open(1, {}), await open(2, { REDIS_URL: redis.url }), await open(2, {})];
    console.log(`\nЗа nginx один сервер и два с Redis: процессорное время серверов на запрос, ${PER_SECOND} запросов в секунду, ${RUNS} замеров по ${seconds} с, медианы`);
    for (const { call: { title }, lanes } of calls.filter(({ call }) => ASKED.includes(call.title))) {
      for (const house of [alone, pair, apart]) await fire({ port: house.port, lanes, seconds: WARM_SECONDS * house.servers.length });
      const trials = TRIALS(alone, pair, apart).map((trial) => ({ ...trial, spent: [] as number[] }));
      for (let run = 0; run < RUNS; run += 1) for (const { house, perSecond, spent } of trials) spent.push(await measure(house, { lanes, seconds, perSecond }));
      const [one, half, together, each, apartTogether, apartEach] = trials.map(({ spent }) => median(spent)) as [number, number, number, number, number, number];
      console.log(`  ${title}: один ${ms(one)}, при половине нагрузки ${ms(half)}`);
      // Half the load, and twice as many processes on the same processors, make a request dearer without a word between them: shown beside, judged is the whole.
      for (const [what, two, ofApart] of [['вместе столько же', together, apartTogether], ['столько же каждый', each, apartEach]] as const) {
        const times = (two / one).toFixed(2);
        console.log(`    два, ${what}: ${ms(two)}, во сколько раз ${times}; два, которые не знают друг о друге, ${ms(ofApart)}, против них ${(two / ofApart).toFixed(2)}`);
        if (two / one > MOST) missed.push(`За nginx, ${title}, ${what}: два сервера тратят в ${times} раза больше при цели ${MOST}`);
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
