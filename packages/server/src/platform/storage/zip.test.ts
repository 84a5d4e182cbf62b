import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unzip } from '#tests/support/files/unzip.ts';
import { jsonOf } from '#features/export/json-rows.ts';
import { sendZip, writeZip } from './zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'respa-zip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
async function* each<T>(rows: T[]): AsyncGenerator<T> {
  yield* rows;
}

test('round-trips thousands of rows, one object, no rows and raw bytes', async () => {
  const picture = randomBytes(3_000_000);
  await writeFile(join(folder, 'picture'), picture);
  const rows = Array.from({ length: 5_000 }, (_, index) => ({
    place: index,
    text: `Строка «${index}»\nвторая`,
  }));
  const path = join(folder, 'a.zip');
  await writeZip(path, async (add) => {
    await add('rows.json', jsonOf(each(rows)), { compress: true });
    await add('one.json', jsonOf(each([{ name: 'Анна' }]), true), { compress: true });
    await add('none.json', jsonOf(each([])), { compress: true });
    await add('папка/Анна Белова.json', jsonOf(each([{ a: 1 }, { b: [2] }])), { compress: true });
    await add('media/picture', createReadStream(join(folder, 'picture')), { compress: false });
  });
  const bytes = await readFile(path);
  const files = await unzip(bytes);
  const text = (name: string) => files.get(name)!.toString();
  expect([...files.keys()]).toEqual([
    'rows.json',
    'one.json',
    'none.json',
    'папка/Анна Белова.json',
    'media/picture',
  ]);
  expect(JSON.parse(text('rows.json'))).toEqual(rows);
  expect(text('one.json')).toBe('{\n  "name": "Анна"\n}\n');
  expect(text('none.json')).toBe('[]\n');
  expect(text('папка/Анна Белова.json')).toBe(
    '[\n  {\n    "a": 1\n  },\n  {\n    "b": [\n      2\n    ]\n  }\n]\n',
  );
  expect(files.get('media/picture')!.equals(picture)).toBe(true);
  // Media are stored uncompressed, rows are compressed.
  expect(bytes.length).toBeLessThan(picture.length + 150_000);
});

test('writes entries whose names no archive may contain', async () => {
  const path = join(folder, 'names.zip');
  await writeZip(path, async (add) => {
    await add('D: сохранения.zip', Readable.from(['1']), { compress: false });
    await add('a\\..\\b', Readable.from(['2']), { compress: false });
    await add('CON/', null, { compress: false });
    await add('после', Readable.from(['3']), { compress: false });
  });
  expect([...(await unzip(await readFile(path))).keys()]).toEqual([
    'D_ сохранения.zip',
    'a_.._b',
    '_CON/',
    'после',
  ]);
});

test('throws when rows fail, bytes fail or the file cannot be written', async () => {
  const broken = async function* () {
    yield { place: 1 };
    throw new Error('the database is gone');
  };
  await expect(
    writeZip(join(folder, 'b.zip'), (add) =>
      add('rows.json', jsonOf(broken()), { compress: true }),
    ),
  ).rejects.toThrow('the database is gone');
  const unread = createReadStream(join(folder, 'not-there'));
  await expect(
    writeZip(join(folder, 'c.zip'), (add) => add('x', unread, { compress: false })),
  ).rejects.toThrow('ENOENT');
  const endless = Readable.from(
    (async function* () {
      for (;;) yield randomBytes(65_536);
    })(),
    { objectMode: false },
  );
  await expect(
    writeZip(join(folder, 'no-folder', 'd.zip'), (add) => add('x', endless, { compress: false })),
  ).rejects.toThrow('ENOENT');
  expect(endless.destroyed).toBe(true);
  await expect(writeZip(join(folder, 'a.zip'), () => Promise.resolve())).rejects.toThrow('EEXIST');
});

test('throws without an unhandled rejection when the target is destroyed between entries', async () => {
  const alone: unknown[] = [];
  const note = (error: unknown) => {
    alone.push(error);
  };
  process.on('unhandledRejection', note);
  try {
    const target = new PassThrough();
    await expect(
      sendZip(target, async (add) => {
        await add('one.txt', Readable.from(['one']), { compress: false });
        target.destroy();
        await sleep(20);
        await add('two.txt', Readable.from(['two']), { compress: false });
      }),
    ).rejects.toThrow('Premature close');
    expect(alone).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
  }
});
