import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import sharp from 'sharp';
import * as cloud from '@respa/contract/cloud';
import * as wall from '@respa/contract/wall';
import { makeWriters } from '../support/acknowledged.ts';
import type { Caller } from '../support/driver.ts';
import { openOwnServer } from '../support/servers/own-server.ts';
import { patient } from '../support/patience.ts';

/** MB of JavaScript heap; an idle server uses 45 of it. */
const HEAP_MB = 112;
/** MB of the whole process: native memory of pictures, hashes and sockets is outside the heap. */
const MOST_MB = 700;
const [STREAMS, STREAMS_EACH] = [300, 6];
const SECONDS = 25;
const server = await openOwnServer({ NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` });

const residentMb = () =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1024;
/**
 * Sends a megabyte of JSON that is no valid call. Returns its status, or 0 if the connection was
 * broken.
 */
function flood(who: Caller): Promise<number> {
  const body = Buffer.from(
    JSON.stringify({
      message: Array.from({ length: 20_000 }, (_, index) => ({
        [`поле ${index}`]: [index, String(index)],
      })),
    }).slice(0, 1_000_000),
  );
  return new Promise((resolve) => {
    const call = request(
      `${who.url}/api/cloud/mkdir`,
      {
        method: 'POST',
        headers: {
          ...who.headers(),
          'content-type': 'application/json',
          'content-length': body.length,
        },
      },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode!));
      },
    ).on('error', () => resolve(0));
    call.end(body);
  });
}

test(
  `with ${HEAP_MB} MB for JavaScript a load of streams, large pictures, files and floods of JSON neither ends the server nor costs a write that was acknowledged`,
  async () => {
    const writers = await makeWriters(server);
    const loaders = await server.joinMany(Math.ceil(STREAMS / STREAMS_EACH));
    const large = new File(
      [
        new Uint8Array(
          await sharp({
            create: {
              width: 6_000,
              height: 5_000,
              channels: 3,
              background: '#456',
              noise: { type: 'gaussian', mean: 120, sigma: 20 },
            },
          })
            .jpeg({ quality: 60 })
            .toBuffer(),
        ),
      ],
      'large.jpg',
    );
    const file = new File([new Uint8Array(20 * 1024 * 1024)], 'large.bin');
    const streams = await Promise.all(
      Array.from({ length: STREAMS }, (_, index) =>
        fetch(`${server.url}/api/live`, { headers: loaders[index % loaders.length]!.headers() }),
      ),
    );
    expect(streams.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    const reading = streams.map((stream) => stream.text().catch(() => ''));
    const { pid } = server;

    const ends = performance.now() + SECONDS * 1_000;
    const statuses = new Map<string, number>();
    const note = (what: string, status: number) =>
      statuses.set(`${what} ${status}`, (statuses.get(`${what} ${status}`) ?? 0) + 1);
    const forever = async (what: string, work: (turn: number) => Promise<number>) => {
      for (let turn = 0; performance.now() < ends; turn += 1) note(what, await work(turn));
    };
    const send = (answer: Promise<Response>) =>
      answer.then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
        () => 0,
      );
    let most = 0;
    const watching = (async () => {
      for (; performance.now() < ends; await sleep(100))
        if (server.isRunning) most = Math.max(most, residentMb());
    })();
    writers.begin();
    await Promise.all([
      watching,
      ...loaders.slice(0, 6).map((who) =>
        forever('picture', () =>
          send(
            who.request(wall.create, {
              body: { title: 'Большая' },
              files: { file: [large, large] },
            }),
          ),
        ),
      ),
      ...loaders
        .slice(6, 12)
        .map((who) =>
          forever('file', (turn) =>
            send(
              turn < 20
                ? who.request(cloud.upload, { files: { file: [file] } })
                : who.request(cloud.usage),
            ),
          ),
        ),
      ...loaders.slice(12, 28).map((who) => forever('flood', () => flood(who))),
      ...loaders
        .slice(28, 36)
        .map((who) =>
          forever('list', () =>
            send(
              who.request(wall.list, { params: { userId: loaders[0]!.id, page: 1, offset: 0 } }),
            ),
          ),
        ),
    ]);
    await writers.end();
    console.log(
      `куча ${HEAP_MB} МБ, память процесса до ${most.toFixed(0)} МБ; ответы: ${[...statuses].map(([what, count]) => `${what} × ${count}`).join(', ')}; подтверждено ${Object.entries(
        writers.acknowledged,
      )
        .map(([kind, set]) => `${kind} ${set.size}`)
        .join(', ')}`,
    );
    expect([server.isRunning, server.pid]).toEqual([true, pid]);
    expect([...statuses.keys()].filter((one) => / (?:0|500)$/.test(one))).toEqual([]);
    expect(most).toBeLessThan(MOST_MB);
    for (const kind of ['picture', 'file', 'flood', 'list'])
      expect([...statuses.keys()].some((one) => one.startsWith(kind))).toBe(true);
    await writers.verify(server);
    expect(await server.end('SIGTERM')).toBe(0);
    await Promise.all(reading);
  },
  patient(240_000),
);
