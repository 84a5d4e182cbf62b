import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Viewer } from './calls.ts';
import { askDisk } from './disk.ts';
import { messageBody } from './recording.ts';
import { percentiles, requestOf } from './volley.ts';

const PER_SECOND = 200;
const SENDERS = 16;
const TARGET_MS = 15;
const WARM_SECONDS = 3;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/**
 * Where messages are sent, where the streams are, and where the database is; and the target for the
 * 99th percentile.
 */
export type Path = {
  title: string;
  sendTo: number;
  streamsAt: number;
  dataDir: string;
  targetMs: number;
};

/**
 * Sends messages at a steady rate, independently of the responses; the time is from sending a
 * request to the event in the other member's stream.
 */
export const measureDelay = (
  port: number,
  dataDir: string,
  viewers: Viewer[],
  seconds: number,
): Promise<string[]> =>
  measurePath(
    {
      title: 'От отправки до потока собеседника',
      sendTo: port,
      streamsAt: port,
      dataDir,
      targetMs: TARGET_MS,
    },
    viewers,
    seconds,
  );
export async function measurePath(
  path: Path,
  viewers: Viewer[],
  seconds: number,
): Promise<string[]> {
  const missed: string[] = [];
  console.log(`\n${path.title}, ${PER_SECOND} сообщений в секунду, ${seconds} с`);
  for (const count of [1, 50]) {
    const rooms = viewers.slice(0, count);
    // A server that has just started compiles and prepares its statements: like every other call,
    // this one is measured warm. Messages to one room are written in batches, which is a different
    // path than that of many rooms.
    await run(path, rooms, WARM_SECONDS);
    // Collects the garbage of the warm-up now: a collection during the measurement would pause the
    // measuring process itself.
    collect();
    const endAsking = await askDisk(path.dataDir);
    const { times, lost } = await run(path, rooms, seconds);
    const disk = await endAsking();
    const { p50, p99 } = percentiles(times);
    console.log(
      `  комнат ${String(rooms.length).padStart(2)}: p50 ${p50.toFixed(2)} мс, p99 ${p99.toFixed(2)} мс, самое долгое ${Math.max(...times).toFixed(1)} мс, дошло ${times.length}, потеряно ${lost}; ${disk}`,
    );
    if (p99 > path.targetMs || lost > 0)
      missed.push(
        `${path.title}, комнат ${rooms.length}: p99 ${p99.toFixed(1)} мс при цели ${path.targetMs} мс, потеряно ${lost}`,
      );
  }
  return missed;
}

async function run(
  { sendTo, streamsAt }: Path,
  rooms: Viewer[],
  seconds: number,
): Promise<{ times: number[]; lost: number }> {
  const sentAt = new Map<string, number>();
  const times: number[] = [];
  const record = (clientId: string) => {
    const since = sentAt.get(clientId);
    if (since === undefined) return;
    sentAt.delete(clientId);
    times.push(performance.now() - since);
  };
  const streams = await Promise.all(rooms.map((viewer) => openStream(streamsAt, viewer, record)));
  const senders = Array.from({ length: SENDERS }, () =>
    connect({ port: sendTo, host: '127.0.0.1', noDelay: true }).resume(),
  );
  const started = performance.now();
  await new Promise<void>((resolve) => {
    let sent = 0;
    const timer = setInterval(() => {
      const due = Math.min(
        PER_SECOND * seconds,
        Math.floor(((performance.now() - started) * PER_SECOND) / 1000),
      );
      for (; sent < due; sent += 1) {
        const viewer = rooms[sent % rooms.length]!;
        const clientId = randomUUID();
        sentAt.set(clientId, performance.now());
        senders[sent % SENDERS]!.write(
          requestOf(
            'POST',
            `/api/new-messages/${viewer.room}`,
            viewer.token,
            messageBody(clientId),
          ),
        );
      }
      if (sent < PER_SECOND * seconds) return;
      clearInterval(timer);
      setTimeout(resolve, 1_000);
    }, 1);
  });
  for (const socket of [...senders, ...streams]) socket.destroy();
  return { times, lost: sentAt.size };
}

/** Opens the other member's own stream of the room. */
function openStream(
  port: number,
  { room, partner, partnerToken }: Viewer,
  record: (clientId: string) => void,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let kept = '';
    socket
      .on('error', reject)
      .on('connect', () =>
        socket.write(requestOf('GET', `/api/connect/${room}/${partner}`, partnerToken)),
      );
    socket.on('data', (chunk: Buffer) => {
      kept += chunk.toString('latin1');
      const events = kept.split('\n\n');
      kept = events.pop()!;
      for (const event of events) {
        if (event.includes('"type":"init"')) resolve(socket);
        if (!event.includes('"type":"create"')) continue;
        const clientId = /"clientId":"([^"]+)"/.exec(event)?.[1];
        if (clientId !== undefined) record(clientId);
      }
    });
  });
}
