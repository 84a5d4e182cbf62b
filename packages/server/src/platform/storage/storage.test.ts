import { DAY_MS } from '@respa/contract/durations';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startS3, type S3Server } from '#tests/support/servers/s3-server.ts';
import { readConfig } from '#platform/runtime/config.ts';
import { makeLog } from '#platform/runtime/log.ts';
import { makeStorage } from './open-storage.ts';
import type { Storage } from './storage.ts';
import { isStoredName } from './stored-keys.ts';

let root: string;
let s3: S3Server;
beforeAll(async () => {
  [root, s3] = [await mkdtemp(join(tmpdir(), 'respa-storage-')), await startS3()];
});
afterAll(async () => {
  await s3.stop();
  await rm(root, { recursive: true });
});

async function staged(content: string | Buffer): Promise<string> {
  const path = join(root, 'staged');
  await writeFile(path, content);
  return path;
}
const make = (env: Record<string, string>): Promise<Storage> =>
  makeStorage(readConfig({ DATA_DIR: root, ...env }), () => {}, makeLog('silent'));
/** Two parts of eight megabytes and a bit more, with no two kilobytes alike. */
const LARGE = Buffer.alloc(17 * 1024 * 1024 + 5);
for (let index = 0; index + 4 <= LARGE.length; index += 1024) LARGE.writeUInt32BE(index, index);

describe.each([
  {
    title: 'the disk',
    open: () => make({}),
    at: (path: string) => join(root, 'media', path),
    isDisk: true,
  },
  {
    title: 'S3',
    open: () => make(s3.env),
    at: (path: string) => join(s3.folder, `${path}._S3rver_object`),
    isDisk: false,
  },
])('$title', ({ open, at, isDisk }) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await open();
  });
  afterAll(() => storage.close());

  test('opens a stored file, whole and in part, and removes the staged file', async () => {
    const path = await staged('0123456789');
    await storage.put('userphotos', 'ab12.webp', path);
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(existsSync(at('userphotos/ab/ab12.webp'))).toBe(true);

    const whole = await storage.open('userphotos', 'ab12.webp');
    expect(whole?.bytes).toBe(10);
    expect(await text(whole!.body)).toBe('0123456789');
    const middle = await storage.open('userphotos', 'ab12.webp', { start: 2, end: 4 });
    expect(middle?.bytes).toBe(10);
    expect(await text(middle!.body)).toBe('234');
    const small = await storage.read('userphotos', 'ab12.webp', 2, Buffer.alloc(3));
    expect([small?.bytes, small?.body.toString(), small?.changedAt]).toEqual([
      10,
      '234',
      middle?.changedAt,
    ]);
    expect(await storage.read('userphotos', 'no12.webp', 0, Buffer.alloc(2))).toBeNull();
    expect(storage.pathOf('userphotos', 'ab12.webp')).toBe('userphotos/ab/ab12.webp');
    expect(await storage.stat('userphotos', 'ab12.webp')).toMatchObject({ bytes: 10 });
  });

  test('dates a file by its storing, however long it had waited', async () => {
    const path = await staged('x');
    await utimes(path, new Date(0), new Date(0));
    await storage.put('events', 'old.png', path);
    const found = await storage.stat('events', 'old.png');
    expect(Date.now() - found!.changedAt.getTime()).toBeLessThan(60_000);
  });

  test.for(isDisk && existsSync('/dev/shm') ? [1] : [])(
    'accepts staging on another disk',
    async () => {
      const elsewhere = await mkdtemp('/dev/shm/respa-');
      await writeFile(join(elsewhere, 'staged'), 'far away');
      await storage.put('events', 'far.png', join(elsewhere, 'staged'));
      expect(await text((await storage.open('events', 'far.png'))!.body)).toBe('far away');
      expect(await readdir(elsewhere)).toEqual([]);
      await rm(elsewhere, { recursive: true });
    },
  );

  test('replaces a file of the same name', async () => {
    await storage.put('events', 'logo.png', await staged('first'));
    await storage.put('events', 'logo.png', await staged('second'));
    expect(await text((await storage.open('events', 'logo.png'))!.body)).toBe('second');
  });

  test('a copy survives its original and looks new to the sweeper', async () => {
    const path = await staged('shared');
    await storage.put('events', 'first.png', path);
    await utimes(at('events/fi/first.png'), new Date(0), new Date(0));
    expect(await storage.copy('events', 'first.png', 'second.png')).toBe(true);
    expect(
      Date.now() - (await storage.stat('events', 'second.png'))!.changedAt.getTime(),
    ).toBeLessThan(60_000);
    await storage.put('events', 'first.png', await staged('replaced'));
    expect(await text((await storage.open('events', 'second.png'))!.body)).toBe('shared');
    await storage.remove('events', 'first.png');
    expect(await text((await storage.open('events', 'second.png'))!.body)).toBe('shared');
    expect(await storage.copy('events', 'first.png', 'third.png')).toBe(false);
    await expect(storage.copy('events', 'second.png', '../x.png')).rejects.toThrow(TypeError);
  });

  test('removes a file, and removing it twice is no error', async () => {
    await storage.put('events', 'gone.png', await staged('x'));
    await storage.remove('events', 'gone.png');
    await storage.remove('events', 'gone.png');
    expect(await storage.open('events', 'gone.png')).toBeNull();
    expect(await storage.stat('events', 'gone.png')).toBeNull();
  });

  test('lists everything in a folder and nothing half written', async () => {
    await storage.put('portfolio', 'a.png', await staged('1'));
    await storage.put('portfolio', 'bb22.png', await staged('22'));
    await writeFile(`${at('portfolio/bb/bb33.png')}.tmp`, 'half');
    const found = await Array.fromAsync(storage.list('portfolio'));
    expect(found.map((file) => `${file.name} ${file.bytes}`).toSorted()).toEqual([
      'a.png 1',
      'bb22.png 2',
    ]);
    expect(await Array.fromAsync(storage.list('nothing-yet'))).toEqual([]);
  });

  test('reads a large file whole, in parts and at a path of its own', async () => {
    await storage.put('cloud', 'large.bin', await staged(LARGE));
    await expect(stat(join(root, 'staged'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await storage.stat('cloud', 'large.bin')).toMatchObject({ bytes: LARGE.length });
    const range = { start: 8 * 1024 * 1024 - 10, end: 8 * 1024 * 1024 + 10 };
    expect((await storage.read('cloud', 'large.bin', range.start, Buffer.alloc(21)))?.body).toEqual(
      LARGE.subarray(range.start, range.end + 1),
    );
    expect(
      (await storage.read('cloud', 'large.bin', LARGE.length - 3, Buffer.alloc(3)))?.body,
    ).toEqual(LARGE.subarray(-3));
    const lent = join(root, 'lent');
    expect(await storage.lend('cloud', 'large.bin', lent)).toBe(true);
    expect((await readFile(lent)).equals(LARGE)).toBe(true);
    await rm(lent);
    expect(await storage.lend('cloud', 'nothing.bin', lent)).toBe(false);
    expect(existsSync(lent)).toBe(false);
    await storage.remove('cloud', 'large.bin');
  });

  test.for(isDisk ? [1] : [])(
    'sweeps what a crash left of a copy from another disk, once it is old',
    async () => {
      const [old, young] = [`${at('cloud/ha/half.bin')}.tmp`, `${at('cloud/ha/hold.bin')}.tmp`];
      await mkdir(join(root, 'media/cloud/ha'), { recursive: true });
      await Promise.all([writeFile(old, 'half'), writeFile(young, 'half')]);
      await utimes(old, new Date(0), new Date(0));
      expect(await storage.sweep(DAY_MS)).toBe(1);
      expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
    },
  );

  test('stores an empty file', async () => {
    await storage.put('events', 'empty.png', await staged(''));
    expect(await storage.stat('events', 'empty.png')).toMatchObject({ bytes: 0 });
    expect(await text((await storage.open('events', 'empty.png'))!.body)).toBe('');
  });

  test('opening, reading, stat and listing return the same time', async () => {
    await storage.put('promos', 'same.png', await staged('same'));
    const opened = (await storage.open('promos', 'same.png'))!;
    opened.body.destroy();
    const [listed] = await Array.fromAsync(storage.list('promos'));
    expect([listed?.changedAt, (await storage.stat('promos', 'same.png'))?.changedAt]).toEqual([
      opened.changedAt,
      opened.changedAt,
    ]);
  });
});

describe.each([
  { title: 'the disk', open: () => make({}) },
  { title: 'S3', open: () => make(s3.env) },
])('untrusted names and $title', ({ open }) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await open();
  });
  afterAll(() => storage.close());

  const bad = [
    '../x.png',
    '..',
    'a/b.png',
    'a\\b.png',
    'A.png',
    'x',
    'x.',
    '.png',
    'x.png.html',
    'x.html5x',
    'x\0.png',
    'x .png',
    '',
    `${'x'.repeat(101)}.png`,
    'x.png\n',
  ];
  test.each(bad)('%j is not a stored name', async (name) => {
    expect(isStoredName(name)).toBe(false);
    expect(await storage.open('events', name)).toBeNull();
    expect(await storage.stat('events', name)).toBeNull();
    await storage.remove('events', name);
    const path = await staged('x');
    await expect(storage.put('events', name, path)).rejects.toThrow(TypeError);
  });

  test('reads and removes nothing outside the folder', async () => {
    await writeFile(join(root, 'media/secret.txt'), 'secret');
    await mkdir(join(root, 'media/events'), { recursive: true });
    for (const folder of ['..', '.', '', '../media', 'events/..', 'Events', '/etc']) {
      expect(await storage.open(folder, 'secret.txt')).toBeNull();
      await storage.remove(folder, 'secret.txt');
      expect(await Array.fromAsync(storage.list(folder))).toEqual([]);
      await expect(storage.put(folder, 'secret.txt', await staged('x'))).rejects.toThrow(TypeError);
    }
    expect((await stat(join(root, 'media/secret.txt'))).size).toBe(6);
  });
});
