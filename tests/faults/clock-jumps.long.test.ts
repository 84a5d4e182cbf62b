import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import * as friends from '@respa/contract/friends';
import * as profile from '@respa/contract/profile';
import { makeWriters } from '../support/acknowledged.ts';
import { PASSWORD } from '../support/driver.ts';
import { openOwnServer } from '../support/servers/own-server.ts';
import { openRoom } from '../support/stream-reader.ts';
import { patient } from '../support/patience.ts';

const LIBRARY = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find(existsSync);
const folder = await mkdtemp(join(tmpdir(), 'respa-clock-'));
afterAll(() => rm(folder, { recursive: true }));
await turnClock('+0');
// Timers use the monotonic clock, which is not faked.
const server = await openOwnServer({
  LD_PRELOAD: LIBRARY ?? '',
  FAKETIME_TIMESTAMP_FILE: join(folder, 'clock'),
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  FAKETIME_DONT_RESET: '1',
});
/** Shifts the clock of the running server only; `-2h`, `+3d`. */
async function turnClock(offset: string): Promise<void> {
  await writeFile(join(folder, 'new'), `${offset}\n`);
  await rename(join(folder, 'new'), join(folder, 'clock'));
  await sleep(50);
}

test(
  'a server clock that jumps days ahead and hours back keeps rooms in write order, streams open, sessions valid or expired correctly, and ages non-negative',
  async (context) => {
    if (LIBRARY === undefined) return context.skip('нет libfaketime (пакет faketime)');
    const [anna, boris] = [await server.join('Анна'), await server.join('Борис')];
    await anna.call(friends.make, { params: { id: boris.id } });
    const { room } = await anna.call(chats.createRoom, { params: { userId: boris.id } });
    const send = (message: string) =>
      anna.call(chats.send, { params: { roomId: room._id }, body: { message, clientId: message } });
    const writers = await makeWriters(server);
    writers.begin();
    const stream = await openRoom(boris, room._id);
    await stream.next('init');
    const texts: string[] = [];
    const dates: number[] = [];
    for (const [index, offset] of ['+0', '+3d', '-2h', '+20d', '-1d', '+0'].entries()) {
      await turnClock(offset);
      for (let beside = 0; beside < 5; beside += 1) {
        const text = `${index} ${offset} ${beside}`;
        texts.push(text);
        await send(text);
      }
      await writers.untilAcknowledged();
      // The Date header of responses is cached for a second.
      await sleep(1_100);
      const answer = await anna.request(profile.me);
      expect(answer.status).toBe(200);
      dates.push(Date.parse(answer.headers.get('date')!));
    }
    // Proves that the server's clock has really jumped.
    expect(Math.max(...dates) - Math.min(...dates)).toBeGreaterThan(20 * 86_400_000);
    const page = async (before?: string) =>
      anna.call(chats.messages, {
        params: { page: 1, offset: 0 },
        query: { room: room._id, ...(before === undefined ? {} : { before }) },
      });
    const newest = await page();
    const older = await page(newest.messages[0]!._id);
    expect([...older.messages, ...newest.messages].map(({ message }) => message)).toEqual(texts);
    await stream.next(
      'create',
      (event) => (event['message'] as { message: string }).message === texts.at(-1),
    );
    expect(
      stream.events
        .filter(({ type }) => type === 'create')
        .map((event) => (event['message'] as { message: string }).message),
    ).toEqual(texts);
    await stream.cut();
    // Reads and marks while the clock is behind what was written.
    await turnClock('-2h');
    await boris.call(chats.read, { params: { roomId: room._id } });
    const [mine] = (await boris.call(chats.rooms)).rooms.filter(({ _id }) => _id === room._id);
    expect(mine).toBeDefined();
    expect(Number((await boris.call(profile.me)).user.years)).toBeGreaterThan(20);
    await writers.end();
    await turnClock('+0');
    expect([...writers.refused.keys()]).toEqual([]);
    await writers.verify(server);

    // A session unused for more than its thirty days has expired, and the correct password opens
    // another.
    await turnClock('+100d');
    expect((await anna.request(profile.me)).status).toBe(401);
    await turnClock('+0');
    const again = await server
      .as(anna)
      .call(account.login, { body: { email: anna.email, password: PASSWORD } });
    expect(again).toHaveProperty('token');
  },
  patient(240_000),
);
