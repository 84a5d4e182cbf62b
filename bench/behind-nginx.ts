import { startNginx } from '../tests/support/servers/nginx.ts';
import { startRedis } from '../tests/support/servers/redis.ts';
import type { HotCall } from './calls.ts';
import { startProgram, type Program } from './programs.ts';
import type { DataSet } from './sets.ts';
import { fire, median, type Lane } from './volley.ts';

/** Two servers may spend this multiple of one server's processor time on a request. */
const MOST = 1.1;
/**
 * One round is off by a third if the machine changes meanwhile; and of two identical processes one
 * stays slower by a tenth for its lifetime, depending on what it was first compiled
 * for and how its memory grew. So each of several role assignments of processes runs several
 * rounds.
 */
const [ROUNDS_OF_ROLES, ROUNDS] = [5, 7];
/** Counting makes a server slow: this is the request rate that it can take, and the duration. */
const [COUNTED_PER_SECOND, COUNTED_SECONDS] = [100, 10];
/** Less than one server can do. */
const PER_SECOND = 300;
const WARM_SECONDS = 6;
/** Database connections per server: all servers open here fit in the database's limit. */
const POOL = '6';
const ASKED = ['Лента', 'Переписка', 'Отправка сообщения'];
const FULL = Infinity;
type App = { port: number; servers: Program[] };
/**
 * One server; two behind one nginx that communicate over Redis; two, each behind its own nginx,
 * that do not know of each other. No process serves two of these roles.
 */
type Role = 'один' | 'вдвоём' | 'порознь';
type RoleAssignment = { apps: Record<Role, App[]>; stop(): Promise<void> };
/** Requests per second, all together. */
type Load = readonly [who: Role, perSecond: number];
type Trial = { load: Load; spent: number[] };
/**
 * Compared loads run one after the other, because the speed of these processors changes from minute
 * to minute.
 */
const LOADS: readonly Load[] = [
  ['порознь', PER_SECOND],
  ['вдвоём', PER_SECOND],
  ['один', PER_SECOND],
  ['вдвоём', PER_SECOND * 2],
  ['порознь', PER_SECOND * 2],
  ['порознь', FULL],
  ['вдвоём', FULL],
];
/**
 * The judged comparisons: whether a second server makes the same work of each more expensive, and
 * whether working together does, on equally busy processors.
 */
const JUDGED: readonly (readonly [string, Load, Load])[] = [
  ['каждый несёт то же, что один', ['вдвоём', PER_SECOND * 2], ['один', PER_SECOND]],
  ...[PER_SECOND, PER_SECOND * 2, FULL].map(
    (perSecond) =>
      [
        `вдвоём против порознь, ${nameSpeed(perSecond)}`,
        ['вдвоём', perSecond],
        ['порознь', perSecond],
      ] as const,
  ),
];
/**
 * The reported comparisons: how much of the first is due to these processors, because two servers
 * that do not know of each other pay it as well.
 */
const REPORTED: readonly (readonly [string, Load, Load])[] = [
  ['порознь, каждый несёт то же, что один', ['порознь', PER_SECOND * 2], ['один', PER_SECOND]],
];
type Setting = { set: DataSet; calls: { call: HotCall; lanes: Lane[] }[]; seconds: number };

/**
 * Sends the same requests through nginx to one server alone, to two that communicate over Redis,
 * and to two that do not know of each other, alternately, and measures what the servers' own
 * processes spend
 * on each.
 */
export async function measureBehindNginx({ set, calls, seconds }: Setting): Promise<string[]> {
  const [nginxPath, redisPath] = [process.env['NGINX_PATH'], process.env['REDIS_PATH']];
  if (nginxPath === undefined || redisPath === undefined) {
    console.log(
      '\nЗа nginx: пропущено, нет nginx или redis-server (укажите NGINX_PATH и REDIS_PATH)',
    );
    return [];
  }
  const asked = calls
    .filter(({ call: { title } }) => ASKED.includes(title))
    .map((one) => ({ ...one, trials: LOADS.map((load): Trial => ({ load, spent: [] })) }));
  console.log(
    `\nЗа nginx: процессорное время серверов на запрос, мс, ${ROUNDS_OF_ROLES * ROUNDS} замеров по ${seconds} с (${ROUNDS_OF_ROLES} составов процессов), медианы`,
  );
  const counted: { title: string; ofOne: number; ofTwo: number }[] = [];
  for (let index = 0; index < ROUNDS_OF_ROLES; index += 1) {
    const { apps, stop } = await openRoles(set, nginxPath, redisPath);
    try {
      for (const { lanes, trials } of asked) {
        for (const app of Object.values(apps).flat())
          await fire({ port: app.port, lanes, seconds: WARM_SECONDS * app.servers.length });
        // Alternates the order, so that no load always follows a quiet or a busy one.
        for (let round = 0; round < ROUNDS; round += 1)
          for (const {
            load: [who, perSecond],
            spent,
          } of (index + round) % 2 === 0 ? trials : trials.toReversed())
            spent.push(await measure(apps[who], { lanes, seconds, perSecond }));
      }
      // Counting recompiles a server's code, so a counted server is not timed again.
      if (index === ROUNDS_OF_ROLES - 1)
        for (const {
          call: { title },
          lanes,
        } of asked)
          counted.push({
            title,
            ofOne: await countCalls(apps['один'][0]!, lanes),
            ofTwo: await countCalls(apps['вдвоём'][0]!, lanes),
          });
    } finally {
      await stop();
    }
  }
  const missed: string[] = [];
  for (const {
    call: { title },
    trials,
  } of asked) {
    console.log(`  ${title}`);
    for (const {
      load: [who, perSecond],
      spent,
    } of trials)
      console.log(
        `    ${`${who}, ${nameSpeed(perSecond)}`.padEnd(24)} ${median(spent).toFixed(3)}`,
      );
    for (const [what, ofTwo, ofOne] of REPORTED)
      console.log(`    ${what}: ${shareOf(trials, ofTwo, ofOne).text})`);
    for (const [what, ofTwo, ofOne] of JUDGED) {
      const { share, text } = shareOf(trials, ofTwo, ofOne);
      console.log(`    ${what}: ${text}; цель ${MOST})`);
      if (share > MOST)
        missed.push(
          `За nginx, ${title}, ${what}: в ${share.toFixed(2)} раза больше при цели ${MOST}`,
        );
    }
  }
  console.log('\nЗа nginx: сколько функций вызывается на запрос');
  for (const { title, ofOne, ofTwo } of counted) {
    const share = ofTwo / ofOne;
    console.log(
      `  ${title.padEnd(22)} один ${ofOne.toFixed(0)}, вдвоём ${ofTwo.toFixed(0)}, во сколько раз ${share.toFixed(3)} (цель ${MOST})`,
    );
    if (share > MOST)
      missed.push(
        `За nginx, ${title}, вызовов функций на запрос: вдвоём в ${share.toFixed(2)} раза больше при цели ${MOST}`,
      );
  }
  return missed;
}

/** Opens five servers that have served nothing yet: one alone, two apart and two together. */
async function openRoles(
  set: DataSet,
  nginxPath: string,
  redisPath: string,
): Promise<RoleAssignment> {
  const ends: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0)) await end();
  };
  const begin = async <T extends { stop(): Promise<void> }>(begun: Promise<T>): Promise<T> => {
    const one = await begun;
    ends.unshift(() => one.stop());
    return one;
  };
  const open = async (count: number, env: Record<string, string>): Promise<App> => {
    const servers: Program[] = [];
    for (let index = 0; index < count; index += 1)
      servers.push(
        await begin(
          startProgram('./ours.ts', {
            DATABASE_URL: set.url,
            DATA_DIR: set.dataDir,
            TRUST_PROXY: '1',
            DB_POOL: POOL,
            RATE_LIMITS: 'on',
            ...env,
          }),
        ),
      );
    return {
      servers,
      port: (
        await begin(
          startNginx(nginxPath, { ports: servers.map(({ port }) => port), dataDir: set.dataDir }),
        )
      ).port,
    };
  };
  try {
    const redis = await begin(startRedis(redisPath));
    return {
      apps: {
        один: [await open(1, {})],
        порознь: [await open(1, {}), await open(1, {})],
        вдвоём: [await open(2, { REDIS_URL: redis.url })],
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function nameSpeed(perSecond: number): string {
  return perSecond === FULL ? 'сколько могут' : `${perSecond}/с вместе`;
}
/**
 * Returns how many times more expensive one is than the other. The ratio is taken per round,
 * because a slow minute affects both: the median, and the range of the middle half.
 */
function shareOf(
  trials: readonly Trial[],
  ofTwo: Load,
  ofOne: Load,
): { share: number; text: string } {
  const [two, one] = [ofTwo, ofOne].map(
    ([who, perSecond]) =>
      trials.find(({ load }) => load[0] === who && load[1] === perSecond)!.spent,
  ) as [number[], number[]];
  const rounds = two.map((spent, run) => spent / one[run]!).toSorted((a, b) => a - b);
  const [low, share, high] = [0.25, 0.5, 0.75].map(
    (part) => rounds[Math.floor((rounds.length - 1) * part)]!,
  ) as [number, number, number];
  return {
    share,
    text: `${share.toFixed(2)} (половина кругов ${low.toFixed(2)}–${high.toFixed(2)}`,
  };
}
/** Each app gets an equal share of the connections and of the requests. */
async function measure(
  apps: readonly App[],
  { lanes, seconds, perSecond }: { lanes: Lane[]; seconds: number; perSecond: number },
): Promise<number> {
  const servers = apps.flatMap((app) => app.servers);
  const spent = async () =>
    (await Promise.all(servers.map((server) => server.ask<NodeJS.CpuUsage>('cpu')))).reduce(
      (sum, { user, system }) => sum + user + system,
      0,
    );
  const before = await spent();
  const each = lanes.length / apps.length;
  const volleys = await Promise.all(
    apps.map(({ port }, index) =>
      fire({
        port,
        seconds,
        lanes: lanes.slice(index * each, (index + 1) * each),
        perSecond: perSecond / apps.length,
      }),
    ),
  );
  const failed = volleys.reduce((sum, volley) => sum + volley.failed, 0);
  if (failed > 0) throw new Error(`${failed} answers behind nginx are not 200`);
  return ((await spent()) - before) / 1_000 / volleys.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Returns how many functions are called per request, with an equal load on each server. Unlike
 * processor time, this measures the work per request independently of how busy the machine is.
 */
async function countCalls({ port, servers }: App, lanes: Lane[]): Promise<number> {
  const load = { port, lanes, perSecond: COUNTED_PER_SECOND * servers.length };
  let [calls, count] = [0, 0];
  // What is compiled and cached in the first round does not count towards a request.
  for (const seconds of [1, COUNTED_SECONDS]) {
    for (const server of servers) await server.ask('count');
    const volley = await fire({ ...load, seconds });
    if (volley.failed > 0) throw new Error(`${volley.failed} answers behind nginx are not 200`);
    const told = await Promise.all(
      servers.map((server) => server.ask<{ calls: number }>('counted')),
    );
    [calls, count] = [told.reduce((sum, one) => sum + one.calls, 0), volley.count];
  }
  return calls / count;
}
