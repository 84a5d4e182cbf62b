import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { startServer } from '../packages/server/src/app/server.ts';
import { readConfig } from '../packages/server/src/platform/runtime/config.ts';
import type { VoiceEngine } from '../packages/server/src/platform/voice/engine.ts';
import { openSet, SMALL } from './sets.ts';
import { startProgram, type Program } from './programs.ts';
import type { Heard, Joining, Speaking } from './voice-clients.ts';

const [MEMBERS, SPEAKERS] = [25, 5];
/**
 * Microseconds of processor time for one forwarded packet, and how much more than the bare program.
 */
const [TARGET_MICROS, TARGET_TIMES] = [40, 2];
/** How much slower the slowest hundredth of the calls may be beside a full room. */
const TARGET_P99 = 1.2;
const [CALLS_A_SECOND, TURNS] = [100, 5];

type Spent = { cpuMicros: number; packetsOut: number };
type Run = { micros: number; lost: number };

/** Takes joins over HTTP for the engine of the product. */
async function openJoins(engine: VoiceEngine) {
  const http = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const member = Number(request.url!.slice(1));
      void engine
        .join('bench', member, {
          sdp: Buffer.concat(parts).toString(),
          isListening: false,
          isMutedForAll: false,
        })
        .then((entry) => answer.end('sdp' in entry ? entry.sdp : ''));
    });
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  return { url: `http://127.0.0.1:${(http.address() as { port: number }).port}`, http };
}
async function findUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}
/**
 * Returns the processor time of one forwarded packet, and the share of packets that did not arrive.
 */
async function speak(
  clients: Program,
  seconds: number,
  measure: () => Promise<Spent>,
): Promise<Run> {
  const before = await measure();
  const { sent, heard } = await clients.ask<Heard>({
    speakers: SPEAKERS,
    seconds,
  } satisfies Speaking);
  const after = await measure();
  return {
    micros: (after.cpuMicros - before.cpuMicros) / (after.packetsOut - before.packetsOut),
    lost: 1 - heard / sent,
  };
}
/** Returns the times of a call of the API at an even pace, in milliseconds. */
async function measureCalls(url: string, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const running: Promise<void>[] = [];
  for (let call = 0; call < seconds * CALLS_A_SECOND; call += 1) {
    const began = performance.now();
    running.push(
      fetch(`${url}/api/games/games`).then(async (answer) => {
        await answer.arrayBuffer();
        times.push(performance.now() - began);
      }),
    );
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000 / CALLS_A_SECOND);
    });
  }
  await Promise.all(running);
  return times;
}
const p99 = (times: number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)]!;
const middle = (numbers: number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!;

/**
 * Measures a full voice room in which five speak, beside the least that forwards with the same
 * library, and what calls of the API take meanwhile. Returns what misses its target.
 */
export async function measureVoice(runs: number, seconds: number): Promise<string[]> {
  const set = await openSet(SMALL);
  const server = await startServer(
    readConfig({
      PORT: '0',
      VOICE_PORT: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'fatal',
      DATA_DIR: set.dataDir,
    }),
    set.url,
    { print: () => {}, siteDir: fileURLToPath(new URL('../packages/web/dist', import.meta.url)) },
  );
  const engine = server.context.voice.engine!;
  const joins = await openJoins(engine);
  const bare = await startProgram('./voice-bare.ts', { BARE_PORT: String(await findUdpPort()) });
  const [ourClients, bareClients] = [
    await startProgram('./voice-clients.ts', {}),
    await startProgram('./voice-clients.ts', {}),
  ];
  try {
    await measureCalls(server.url, 1);
    await ourClients.ask({ join: joins.url, members: MEMBERS } satisfies Joining);
    await bareClients.ask({
      join: `http://127.0.0.1:${bare.port}`,
      members: MEMBERS,
    } satisfies Joining);
    const [ours, theirs]: [Run[], Run[]] = [[], []];
    const [alone, beside]: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run += 1) {
      ours.push(await speak(ourClients, seconds, async () => (await engine.measure())!));
      theirs.push(await speak(bareClients, seconds, () => bare.ask<Spent>('measure')));
      // In short turns, so that both meet the same business of the machine.
      for (let turn = 0; turn < TURNS; turn += 1) {
        alone.push(...(await measureCalls(server.url, seconds / TURNS)));
        const [times] = await Promise.all([
          measureCalls(server.url, seconds / TURNS),
          speak(ourClients, seconds / TURNS, async () => (await engine.measure())!),
        ]);
        beside.push(...times);
      }
    }
    return judge(ours, theirs, p99(alone), p99(beside));
  } finally {
    await ourClients.stop();
    await bareClients.stop();
    await bare.stop();
    joins.http.close();
    await server.stop();
    await set.stop();
  }
}
function judge(ours: Run[], theirs: Run[], alone: number, beside: number): string[] {
  const [our, their] = [ours, theirs].map((runs) => middle(runs.map(({ micros }) => micros)));
  const lost = middle(ours.map((run) => run.lost));
  const times = our! / their!;
  const slower = beside / alone;
  console.log(
    `\nГолос: комната из ${MEMBERS}, говорят ${SPEAKERS}: ${our!.toFixed(1)} мкс процессора на переданный пакет (простейшая пересылка ${their!.toFixed(1)}, в ${times.toFixed(2)} раза больше; цель: ${TARGET_MICROS} мкс и ${TARGET_TIMES} раза), потеряно ${(lost * 100).toFixed(3)} %; p99 запросов рядом ${beside.toFixed(1)} мс, без голоса ${alone.toFixed(1)} мс (в ${slower.toFixed(2)} раза, цель: ${TARGET_P99})`,
  );
  return [
    ...(our! > TARGET_MICROS || times > TARGET_TIMES
      ? [
          `Голос: ${our!.toFixed(1)} мкс на пакет, в ${times.toFixed(2)} раза больше простейшей пересылки`,
        ]
      : []),
    ...(lost > 0 ? [`Голос: потеряно ${(lost * 100).toFixed(3)} % пакетов`] : []),
    ...(slower > TARGET_P99
      ? [`Голос: p99 запросов рядом в ${slower.toFixed(2)} раза больше`]
      : []),
  ];
}
