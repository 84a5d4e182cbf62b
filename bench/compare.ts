import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { RANKING } from '@respa/contract/limits';
import { DEMO_PASSWORD } from '../packages/server/src/app/demo/members.ts';
import { measureAgainst, type Contest } from './against.ts';
import { boardCalls, measureMatching, openBoard } from './board.ts';
import { LANES, pickHotCalls, type HotCall, type Viewer } from './calls.ts';
import { measureDelay } from './delay.ts';
import { measureCloudScroll } from './cloud-scroll.ts';
import { measureBehindNginx } from './behind-nginx.ts';
import { measureInstances } from './instances.ts';
import { measureDepths } from './depths.ts';
import { measureDownloads } from './downloads.ts';
import { measureEncoding } from './encoding.ts';
import { measureFirstPaint } from './first-paint.ts';
import { measureSuggestions } from './people.ts';
import { measurePartitions } from './partitions.ts';
import { measurePhone } from './phone.ts';
import { measurePhotos } from './photos.ts';
import { fillPromos } from './promos.ts';
import { measurePublication, openReaders } from './publication.ts';
import { startProgram, type Program } from './programs.ts';
import { messageBody, recordLookUp, recordPlans } from './recording.ts';
import { measureScroll } from './scroll.ts';
import { measureSearch } from './search.ts';
import { measurePush } from './push.ts';
import { measureVoice } from './voice.ts';
import { BIG, openSet, SMALL, type DataSet } from './sets.ts';
import { measureSizes } from './sizes.ts';
import { measureStreams } from './streams.ts';
import { measureConversationSearch } from './conversation-search.ts';
import { gameCalls, videoCalls } from './video-calls.ts';
import { FEW, MANY, openVideos, ownPlaylists, type Size } from './video-set.ts';
import { openConversations } from './conversations.ts';
import { measureViewers } from './viewers.ts';
import { fire, median, requestOf, type Lane, type Volley } from './volley.ts';

const SHARE = 0.6;
const GROWTH = 1.3;
/** The minimum share of a former server's requests per second. */
const LEFT = 0.9;
const SEARCH = 'Поиск людей';
const BESIDE_ENCODER = ['Лента', 'Переписка', 'Отправка сообщения'];
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    big: { type: 'boolean' },
    only: { type: 'string' },
    against: { type: 'string' },
  },
});
const [runs, seconds] =
  options.quick === true ? [2, 2] : options.against === undefined ? [5, 3] : [7, 1.5];
const missed: string[] = [];
// When killed by a signal, it also stops the programs that it has started: they listen for `exit`.
for (const [signal, number] of [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const)
  process.once(signal, () => process.exit(128 + number));

function aim(call: HotCall, viewers: Viewer[]): Lane[] {
  return viewers.slice(0, LANES).map((viewer, index) => {
    const paths = call.paths(viewer, index);
    let turn = 0;
    if (call.method === 'POST' && call.body === undefined)
      return () => requestOf('POST', paths[0]!, viewer.token, messageBody(randomUUID()));
    const requests = paths.map((path) => requestOf(call.method, path, viewer.token, call.body));
    return () => requests[(turn += 1) % requests.length]!;
  });
}
const ms = (value: number) => value.toFixed(2).replace('.', ',').padStart(7);
const whole = (value: number) => Math.round(value).toString().padStart(7);
const of = (volleys: Measured[], read: (volley: Measured) => number) => median(volleys.map(read));

type Measured = Volley & { cpu: number };
async function measure({ program, lanes }: Side): Promise<Measured> {
  const before = await program.ask<NodeJS.CpuUsage>('cpu');
  const volley = await fire({ port: program.port, lanes, seconds });
  const after = await program.ask<NodeJS.CpuUsage>('cpu');
  return {
    ...volley,
    cpu: (after.user + after.system - before.user - before.system) / 1000 / volley.count,
  };
}
/**
 * Both sides answer the same requests, alternately, so that a busy minute of the machine affects
 * both.
 */
type Side = { program: Program; lanes: Lane[] };
async function duel(a: Side, b: Side): Promise<[Measured[], Measured[]]> {
  const [ofA, ofB]: [Measured[], Measured[]] = [[], []];
  for (const side of [a, b]) await fire({ port: side.program.port, lanes: side.lanes, seconds: 1 });
  for (let run = 0; run < runs; run += 1) {
    // The second in a pair gets a little less, so the order alternates.
    if (run % 2 === 0) ofA.push(await measure(a));
    ofB.push(await measure(b));
    if (run % 2 === 1) ofA.push(await measure(a));
  }
  const failed = [...ofA, ...ofB].reduce((sum, volley) => sum + volley.failed, 0);
  // An error response is fast: a figure that includes one is worthless.
  if (failed > 0) missed.push(`ответов не 200: ${failed}`);
  return [ofA, ofB];
}

async function compareWithLimit(
  ours: Program,
  limit: Program,
  viewers: Viewer[],
  calls: HotCall[],
): Promise<void> {
  console.log(
    `\nНаш сервер и предел (node:http и pg, те же запросы к базе и те же байты): ${runs} замеров по ${seconds} с, медианы, соединений ${LANES}`,
  );
  console.log(
    'Вызов                  наш, 1/с  предел    доля   p50 наш    p99 наш  p50 предела  p99 предела, мс  процессор наш / предел, мс  запросов',
  );
  for (const call of calls) {
    const lookUp = lookUps.get(ours)!;
    const plans = await recordPlans(ours, call, viewers.slice(0, LANES));
    await limit.ask({ lookUp, plans });
    const lanes = aim(call, viewers);
    const [mine, theirs] = await duel({ program: ours, lanes }, { program: limit, lanes });
    const share = of(mine, ({ rps }) => rps) / of(theirs, ({ rps }) => rps);
    if (share < SHARE)
      missed.push(`${call.title}: ${Math.round(share * 100)} % предела при цели ${SHARE * 100} %`);
    console.log(
      `${call.title.padEnd(22)} ${whole(of(mine, ({ rps }) => rps))} ${whole(of(theirs, ({ rps }) => rps))} ${`${Math.round(share * 100)} %`.padStart(7)}   ${ms(of(mine, ({ p50 }) => p50))}    ${ms(of(mine, ({ p99 }) => p99))}      ${ms(of(theirs, ({ p50 }) => p50))}      ${ms(of(theirs, ({ p99 }) => p99))}       ${ms(of(mine, ({ cpu }) => cpu))} / ${ms(of(theirs, ({ cpu }) => cpu)).trim()}               ${plans[0]!.groups.flat().length}`,
    );
  }
}
const lookUps = new Map<Program, { text: string; since: Date }>();

type Crowd = { title: string; program: Program; viewers: Viewer[]; calls: HotCall[] };
/** Measures the same calls on two sets, alternately. */
async function compareSizes(few: Crowd, many: Crowd): Promise<void> {
  console.log(`\nТе же вызовы, ${few.title} и ${many.title}: медианы p50 прогретого сервера, мс`);
  console.log('Вызов                     малый  большой   во сколько раз');
  for (const call of few.calls) {
    const same = many.calls.find(({ title }) => title === call.title)!;
    const [ofFew, ofMany] = await duel(
      { program: few.program, lanes: aim(call, few.viewers) },
      { program: many.program, lanes: aim(same, many.viewers) },
    );
    const [before, after] = [of(ofFew, ({ p50 }) => p50), of(ofMany, ({ p50 }) => p50)];
    // Search has its own target: the number of results for one or two letters grows with the
    // directory.
    if (call.title !== SEARCH && after / before > GROWTH)
      missed.push(
        `${call.title}: на большом наборе p50 в ${(after / before).toFixed(2)} раза больше при цели ${GROWTH}`,
      );
    console.log(
      `${call.title.padEnd(22)} ${ms(before)}  ${ms(after)}   ${(after / before).toFixed(2).replace('.', ',')}`,
    );
  }
}
async function compareWithBig(small: Program, viewers: Viewer[], calls: HotCall[]): Promise<void> {
  const set = await openSet(BIG);
  const ours = await startOurs(set);
  try {
    const { viewers: bigViewers, calls: bigCalls } = await pickHotCalls(
      set,
      ours.port,
      DEMO_PASSWORD,
    );
    await compareSizes(
      { title: SMALL.title, program: small, viewers, calls },
      { title: BIG.title, program: ours, viewers: bigViewers, calls: bigCalls },
    );
    missed.push(...(await measureSearch(ours.port, bigViewers)));
  } finally {
    await ours.stop();
    await set.stop();
  }
}
async function contest({
  title,
  former,
  present,
  formerViewers,
  viewers,
  calls,
}: Contest): Promise<void> {
  if (calls.length === 0) return;
  console.log(
    `\nЭтот сервер против прежнего, ${title}: ${runs} замеров по ${seconds} с, перемежаясь, медианы, соединений ${LANES}`,
  );
  console.log('Вызов                  этот, 1/с прежний    доля    процессор этот / прежний, мс');
  for (const call of calls) {
    const [mine, theirs] = await duel(
      { program: present, lanes: aim(call, viewers) },
      { program: former, lanes: aim(call, formerViewers) },
    );
    const [rps, formerRps] = [of(mine, (volley) => volley.rps), of(theirs, (volley) => volley.rps)];
    const share = rps / formerRps;
    if (share < LEFT) missed.push(`${call.title}: ${share.toFixed(2)} прежнего при цели ${LEFT}`);
    console.log(
      `${call.title.padEnd(22)} ${whole(rps)} ${whole(formerRps)}    ${share.toFixed(2).replace('.', ',')}       ${ms(of(mine, ({ cpu }) => cpu))} / ${ms(of(theirs, ({ cpu }) => cpu)).trim()}`,
    );
  }
}
const startOurs = (set: DataSet): Promise<Program> =>
  startProgram('./ours.ts', { DATABASE_URL: set.url, DATA_DIR: set.dataDir });

const isAsked = (title: string) => options.only === undefined || title.startsWith(options.only);

async function measureConversations(): Promise<void> {
  const set = await openConversations();
  const ours = await startOurs(set);
  try {
    if (isAsked('Большая комната')) missed.push(...(await measureDepths(ours, set, seconds)));
    if (isAsked('Поиск в переписке'))
      missed.push(...(await measureConversationSearch(ours, set, seconds)));
  } finally {
    await ours.stop();
    await set.stop();
  }
}

async function measureGreatGroup(): Promise<void> {
  const set = await openReaders();
  const ours = await startOurs(set);
  try {
    missed.push(...(await measurePublication(ours, set, options.quick === true ? 20 : 100)));
  } finally {
    await ours.stop();
    await set.stop();
  }
}

async function measureBoard(): Promise<void> {
  const set = await openBoard();
  const ours = await startOurs(set);
  const limit = await startProgram('./limit.ts', { DATABASE_URL: set.url });
  try {
    const { viewers } = await pickHotCalls(set, ours.port, DEMO_PASSWORD);
    const calls = boardCalls();
    lookUps.set(ours, await recordLookUp(ours, calls[0]!, viewers[0]!));
    await compareWithLimit(
      ours,
      limit,
      viewers,
      calls.filter(({ title }) => isAsked(title)),
    );
    missed.push(...(await measureMatching(set)));
  } finally {
    await limit.stop();
    await ours.stop();
    await set.stop();
  }
}

async function openHost(size: Size): Promise<{ set: DataSet; ranked: number; seedRows: Crowd }> {
  const { set, ranked } = await openVideos(size);
  const ours = await startOurs(set);
  const { viewers } = await pickHotCalls(set, ours.port, DEMO_PASSWORD);
  const calls = [...videoCalls(size, await ownPlaylists(set)), ...gameCalls(size)];
  lookUps.set(ours, await recordLookUp(ours, calls[0]!, viewers[0]!));
  return {
    set,
    ranked,
    seedRows: {
      title: size.title,
      program: ours,
      viewers,
      calls: calls.filter(({ title }) => isAsked(title)),
    },
  };
}
async function measureHost(): Promise<void> {
  const [few, many] = [await openHost(FEW), await openHost(MANY)];
  const limit = await startProgram('./limit.ts', { DATABASE_URL: many.set.url });
  try {
    console.log(
      `\nВидео: рейтинги ${MANY.title} пересчитаны за ${many.ranked.toFixed(1)} с, считаются каждые ${RANKING.seconds / 2} с (цель: не старше ${RANKING.seconds} с)`,
    );
    if (many.ranked > RANKING.seconds / 2)
      missed.push(
        `Видео: рейтинги считаются ${many.ranked.toFixed(0)} с при цели ${RANKING.seconds / 2}`,
      );
    await compareWithLimit(
      many.seedRows.program,
      limit,
      many.seedRows.viewers,
      many.seedRows.calls,
    );
    await compareSizes(few.seedRows, many.seedRows);
  } finally {
    await limit.stop();
    for (const { set, seedRows } of [few, many]) {
      await seedRows.program.stop();
      await set.stop();
    }
  }
}

/** Videos are watched and encoded where no other server takes the encoder's jobs. */
async function measureVideos(): Promise<void> {
  const set = await openSet(SMALL);
  try {
    if (isAsked('Зрители'))
      missed.push(...(await measureViewers(set, options.quick === true ? 10 : 30)));
    if (['Ролик', 'Кодирование'].some(isAsked))
      missed.push(
        ...(await measureEncoding({ set, aim, titles: BESIDE_ENCODER, rounds: runs, seconds })),
      );
  } finally {
    await set.stop();
  }
}

async function main(): Promise<void> {
  if (options.against !== undefined) return measureAgainst(options.against, isAsked, contest);
  if (isAsked('Новый пост группы')) await measureGreatGroup();
  if (['Большая комната', 'Поиск в переписке'].some(isAsked)) await measureConversations();
  if (options.only === undefined || options.only.startsWith('Объявлен')) await measureBoard();
  if (options.only === undefined || /^(?:Видео|Игры)/.test(options.only)) await measureHost();
  if (['Зрители', 'Ролик', 'Кодирование'].some(isAsked)) await measureVideos();
  if (isAsked('Голос')) missed.push(...(await measureVoice(options.quick === true ? 1 : 3, 10)));
  if (options.only === 'Голос') return;
  if (isAsked('Уведомления')) missed.push(...(await measurePush(options.quick === true ? 3 : 11)));
  if (options.only === 'Уведомления') return;
  if (isAsked('Предложения'))
    missed.push(...(await measureSuggestions(startOurs, options.quick === true ? 3 : 10)));
  if (options.only === 'Предложения') return;
  // Ten million messages, twice, take a long time: only on request.
  if (options.only !== undefined && isAsked('Разделы'))
    missed.push(...(await measurePartitions(options.quick === true)));
  const set = await openSet(SMALL);
  if (['Реклама в ленте', 'Кабинет рекламы'].some(isAsked)) await fillPromos(set);
  const ours = await startOurs(set);
  const limit = await startProgram('./limit.ts', { DATABASE_URL: set.url });
  try {
    const { viewers, calls } = await pickHotCalls(set, ours.port, DEMO_PASSWORD);
    lookUps.set(ours, await recordLookUp(ours, calls[0]!, viewers[0]!));
    const chosen = calls.filter(({ title }) => isAsked(title));
    if (chosen.length > 0) await compareWithLimit(ours, limit, viewers, chosen);
    if (isAsked('Скачивание'))
      missed.push(
        ...(await measureDownloads({
          set,
          ours,
          limit,
          lookUp: lookUps.get(ours)!,
          viewer: viewers[0]!,
          runs,
          seconds,
        })),
      );
    if (isAsked('Облако'))
      missed.push(
        ...(await measureCloudScroll(ours, set, options.quick === true ? 2_000 : 10_000)),
      );
    if (isAsked('Прокрутка'))
      missed.push(...(await measureScroll(ours, set, options.quick === true ? 2_000 : 10_000)));
    if (isAsked('Группа'))
      missed.push(...(await measureStreams(ours, set, options.quick === true ? 3 : 6)));
    if (isAsked('Доставка'))
      missed.push(
        ...(await measureDelay(ours.port, set.dataDir, viewers, options.quick === true ? 4 : 10)),
      );
    if (isAsked('Два сервера'))
      missed.push(...(await measureInstances(set, viewers, options.quick === true ? 4 : 10)));
    if (isAsked('За nginx'))
      missed.push(
        ...(await measureBehindNginx({
          set,
          calls: calls.map((call) => ({ call, lanes: aim(call, viewers) })),
          seconds,
        })),
      );
    if (isAsked('Размеры'))
      await measureSizes({
        set,
        port: ours.port,
        lanes: aim(
          calls.find(({ title }) => title === 'Отправка сообщения')!,
          viewers,
        ),
        seconds: options.quick === true ? 3 : 10,
      });
    if (isAsked('Пять'))
      missed.push(...(await measurePhotos(ours, viewers[0]!, options.quick === true ? 1 : 3)));
    if (options.big === true) await compareWithBig(ours, viewers, chosen);
    if (isAsked('Первая отрисовка'))
      missed.push(...(await measureFirstPaint(ours.port, options.quick === true ? 3 : 7)));
    if (isAsked('Телефон')) missed.push(...(await measurePhone(options.quick === true ? 1 : 3)));
  } finally {
    await limit.stop();
    await ours.stop();
    await set.stop();
  }
}

function printMissed(): void {
  console.log(
    missed.length === 0
      ? '\nВсе цели достигнуты.'
      : `\nНе достигнуто:\n${missed.map((line) => `  · ${line}`).join('\n')}`,
  );
}

main()
  .then(printMissed)
  .then(
    () => process.exit(missed.length === 0 ? 0 : 1),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
