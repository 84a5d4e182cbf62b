import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as cloud from '@respa/contract/cloud';
import * as cloudTrash from '@respa/contract/cloud-trash';
import * as friends from '@respa/contract/friends';
import * as profile from '@respa/contract/profile';
import { makeWriters } from '../support/acknowledged.ts';
import { listFiles, verifyStoredMedia, withDatabase } from '../support/stored-media.ts';
import { OwnServer } from '../support/servers/own-server.ts';
import { patient } from '../support/patience.ts';

const MB = 1024 * 1024;
const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
/**
 * Returns a launcher that gives a server small disks of its own, visible only to it and its child
 * processes.
 */
const withSmall = (parts: Record<string, string>) => (folder: string) => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  [
    ...Object.entries(parts).map(
      ([part, size]) =>
        `mkdir -p '${folder}/${part}' && mount -t tmpfs -o size=${size} tmpfs '${folder}/${part}'`,
    ),
    'exec "$0" "$@"',
  ].join(' && '),
];
/** Fills a disk except for `leave` bytes. Returns the file that fills it. */
function fill(path: string, leave: string): string {
  execFileSync('sh', [
    '-c',
    `dd if=/dev/zero of='${path}' bs=64k 2>/dev/null; truncate -s -${leave} '${path}'`,
  ]);
  return path;
}
const file = (bytes: number, name: string) => new File([new Uint8Array(randomBytes(bytes))], name);

test(
  'a full media disk: uploads get 507 with its message, no row and no partial file remain, texts still work, and with free space so do files',
  async (context) => {
    if (!mayMount) return context.skip('нет права на unshare --mount');
    const server = await OwnServer.make({}, withSmall({ media: '4m', staging: '16m' }));
    try {
      await server.start();
      const [anna, boris] = [await server.join('Анна'), await server.join('Борис')];
      await anna.call(friends.make, { params: { id: boris.id } });
      const { room } = await anna.call(chats.createRoom, { params: { userId: boris.id } });
      const first = await anna.call(cloud.upload, {
        files: { file: [file(2 * MB, 'первый.dat')] },
      });
      for (let attempt = 0; attempt < 3; attempt += 1) {
        expect(
          await anna.refusal(cloud.upload, {
            files: { file: [file(3 * MB, `лишний ${attempt}.dat`)] },
          }),
        ).toMatchObject({ status: 507, error: 'На сервере закончилось место' });
      }
      // Larger than the staging disk: refused while it is received.
      expect(
        await anna.refusal(cloud.upload, { files: { file: [file(20 * MB, 'огромный.dat')] } }),
      ).toMatchObject({ status: 507, code: 'no_space' });
      expect((await anna.call(cloud.rootFiles)).files.map(({ name }) => name)).toEqual([
        'первый.dat',
      ]);
      expect(await listFiles(server.inside('staging'))).toEqual([]);
      expect((await listFiles(server.inside('media'))).length).toBe(1);
      expect(
        (
          await anna.call(chats.send, {
            params: { roomId: room._id },
            body: { message: 'Слова места не занимают' },
          })
        ).message.message,
      ).toBe('Слова места не занимают');
      await anna.call(cloud.remove, { params: { id: first.added[0]!._id } });
      await anna.call(cloudTrash.emptyTrash);
      await expect
        .poll(() => listFiles(server.inside('media')).then(({ length }) => length), {
          timeout: patient(10_000),
        })
        .toBe(0);
      await anna.call(cloud.upload, { files: { file: [file(3 * MB, 'второй.dat')] } });
      await verifyStoredMedia(server);
    } finally {
      await server.leave();
    }
  },
  patient(120_000),
);

test(
  'a media disk that fills up while people write: what does not fit is refused as a whole, chats go on, and with free space everything works again',
  async (context) => {
    if (!mayMount) return context.skip('нет права на unshare --mount');
    const server = await OwnServer.make({}, withSmall({ media: '48m', staging: '16m' }));
    try {
      await server.start();
      const writers = await makeWriters(server);
      writers.begin();
      await writers.untilAcknowledged();
      const ballast = fill(server.inside('media/ballast'), '64K');
      await expect
        .poll(() => writers.refused.get(507), { timeout: patient(30_000) })
        .toBeGreaterThan(20);
      const spoken = writers.acknowledged.messages.size;
      await expect
        .poll(() => writers.acknowledged.messages.size, { timeout: patient(10_000) })
        .toBeGreaterThan(spoken + 20);
      await rm(ballast);
      await writers.untilAcknowledged();
      await writers.untilAcknowledged();
      await writers.end();
      expect([...writers.refused.keys()]).toEqual([507]);
      await writers.verify(server);
      console.log(`диск файлов: подтверждено ${writers.tell()}`);
    } finally {
      await server.leave();
    }
  },
  patient(180_000),
);

test(
  'a full database disk: 503 and no lost write, and with free space it recovers by itself with everything acknowledged',
  async (context) => {
    if (!mayMount) return context.skip('нет права на unshare --mount');
    const server = await OwnServer.make({}, withSmall({ postgres: '220m' }));
    try {
      await server.start();
      const [anna, boris] = [await server.join('Анна'), await server.join('Борис')];
      await anna.call(friends.make, { params: { id: boris.id } });
      const { room } = await anna.call(chats.createRoom, { params: { userId: boris.id } });
      const writers = await makeWriters(server);
      writers.begin();
      await writers.untilAcknowledged();
      const ballast = fill(server.inside('postgres/ballast'), '6M');
      const acknowledged: string[] = [];
      const statuses = new Set<number>();
      // The space preallocated for the write-ahead log is used up first.
      for (let index = 0; index < 2_000 && !statuses.has(503); index += 1) {
        await Promise.all(
          Array.from({ length: 10 }, async (_, beside) => {
            const message = randomBytes(1_900).toString('hex');
            const { status } = await anna.request(chats.send, {
              params: { roomId: room._id },
              body: { message, clientId: `${index} ${beside}` },
            });
            statuses.add(status);
            if (status === 200) acknowledged.push(message);
          }),
        );
      }
      expect([...statuses].filter((status) => status !== 200)).toEqual([503]);
      console.log(`${acknowledged.length} acknowledged before the disk was full`);
      await sleep(3_000);
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
      await rm(ballast);
      for (
        const ends = performance.now() + patient(40_000);
        !(await anna.request(profile.me)).ok;
      ) {
        if (performance.now() > ends) throw new Error('not back');
        await sleep(100);
      }
      expect(
        (
          await anna.call(chats.send, {
            params: { roomId: room._id },
            body: { message: 'снова есть место' },
          })
        ).message.message,
      ).toBe('снова есть место');
      await withDatabase(server, async (db) => {
        const found = new Set(
          (await db.selectFrom('messages').select('text').execute()).map(({ text }) => text),
        );
        expect(acknowledged.filter((text) => !found.has(text))).toEqual([]);
      });
      await writers.untilAcknowledged();
      await writers.end();
      expect([...writers.refused.keys()]).toEqual([503]);
      // A write-ahead log that cannot be written stops the database in the middle of commits.
      await writers.verify(server, { allowedLeftovers: 'orphans' });
      console.log(`диск базы: подтверждено ${writers.tell()}`);
    } finally {
      await server.leave();
    }
  },
  patient(300_000),
);
