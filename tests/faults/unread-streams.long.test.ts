import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as friends from '@respa/contract/friends';
import { makeWriters } from '../support/acknowledged.ts';
import type { Caller } from '../support/driver.ts';
import { openPersistentReader } from '../support/persistent-reader.ts';
import { openOwnServer } from '../support/servers/own-server.ts';
import { readRoom, roomOf, sendMessage } from '../support/members/conversations.ts';
import { patient } from '../support/patience.ts';

/** A user may have sixteen streams. */
const [ROOMS, DEAF_EACH] = [4, 13];
/** Bytes. The operating system buffers some megabytes for a socket; twelve more fill it. */
const EACH_BYTES = 12 * 1024 * 1024;
/** Three bytes per character: the longest message allowed. */
const TEXT = '龍'.repeat(3_800);
const MOST_GROWTH_MB = 100;
/**
 * Messages sent beforehand, while everyone reads, so that memory used by writing is not counted as
 * memory of streams.
 */
const WARM = 500;
const server = await openOwnServer({ NODE_OPTIONS: '--max-old-space-size=192' });

const residentMb = () =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1024;
/**
 * Returns the number of open streams by the server's metrics. The client of an unread stream cannot
 * tell that the server has closed it.
 */
const streams = async () =>
  Number(
    /^respa_live_streams (\S+)$/m.exec(await (await fetch(`${server.url}/api/metrics`)).text())![1],
  );
/** Opens a stream and reads nothing after its headers. */
const openDeaf = (who: Caller, room: string) =>
  new Promise<Socket>((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `GET /api/connect/${room}/${who.id} HTTP/1.1\r\nhost: respa\r\nauthorization: Bearer ${who.token}\r\n\r\n`,
      ),
    );
    socket
      .once('data', (head: Buffer) => {
        socket.pause();
        if (head.toString().startsWith('HTTP/1.1 200')) resolve(socket);
        else reject(new Error(head.toString().split('\r\n')[0]));
      })
      .on('error', reject);
  });

test(
  `${ROOMS * DEAF_EACH} readers that never read are dropped while twelve megabytes are told to each, cost no memory that counts, and nobody beside them misses a word`,
  async () => {
    const rooms = await Promise.all(
      Array.from({ length: ROOMS }, async () => {
        const [anna, boris] = [await server.join('Анна'), await server.join('Борис')];
        await anna.call(friends.make, { params: { id: boris.id } });
        const room = await roomOf(anna, boris);
        return { anna, boris, room, screen: await openPersistentReader(server, anna, room) };
      }),
    );
    const writers = await makeWriters(server);
    let most = 0;
    const tell = (times: number, what: string) =>
      Promise.all(
        rooms.map(async ({ anna, room }) => {
          for (let index = 0; index < times; index += 1) {
            await sendMessage(anna, room, `${what} ${index} ${TEXT}`);
            most = Math.max(most, residentMb());
          }
        }),
      );
    writers.begin();
    await tell(WARM, 'до');
    const idle = most;
    const before = await streams();
    const deaf = (
      await Promise.all(
        rooms.map(({ boris, room }) =>
          Promise.all(Array.from({ length: DEAF_EACH }, () => openDeaf(boris, room))),
        ),
      )
    ).flat();
    expect(await streams()).toBe(before + deaf.length);
    const told = Math.ceil(EACH_BYTES / Buffer.byteLength(TEXT));
    await tell(told, 'им');
    await writers.untilAcknowledged();
    await expect.poll(streams, { timeout: patient(30_000) }).toBe(before);
    await sleep(1_000);
    await writers.end();
    console.log(
      `${deaf.length} не читают, каждому по ${told} сообщений: память до них до ${idle.toFixed(0)} МБ, при них до ${most.toFixed(0)} МБ; подтверждено ${writers.tell()}`,
    );
    expect(most - idle).toBeLessThan(MOST_GROWTH_MB);
    for (const socket of deaf) socket.destroy();
    for (const { boris, room, screen } of rooms)
      await screen.verify((await readRoom(boris, room)).map(({ message }) => message));
    expect([...writers.refused.keys()]).toEqual([]);
    await writers.verify(server);
  },
  patient(600_000),
);
