import { DAY_MS } from '@respa/contract/durations';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startS3, type S3Server } from '#tests/support/servers/s3-server.ts';
import { readConfig } from '#platform/runtime/config.ts';
import { makeLog } from '#platform/runtime/log.ts';
import { makeStorage } from './open-storage.ts';
import { withSilenceTimeout } from './s3-stream.ts';
import { StoreAway, type Storage } from './storage.ts';
import { patient } from '#tests/support/patience.ts';

let root: string;
let s3: S3Server;
let storage: Storage;
const said: string[] = [];
const make = (env: Record<string, string> = {}): Promise<Storage> =>
  makeStorage(
    readConfig({ DATA_DIR: root, ...s3.env, ...env }),
    (line) => said.push(line),
    makeLog('silent'),
  );
beforeAll(async () => {
  [root, s3] = [await mkdtemp(join(tmpdir(), 'respa-s3-storage-')), await startS3()];
  storage = await make({ S3_READS: 'presigned' });
});
afterAll(async () => {
  storage.close();
  await s3.stop();
  await rm(root, { recursive: true });
});
beforeEach(() => {
  s3.asked.length = 0;
});

async function staged(content: string | Buffer): Promise<string> {
  await writeFile(join(root, 'staged'), content);
  return join(root, 'staged');
}
const uploads = () => join(s3.folder, '._S3rver_uploads');
const LARGE = Buffer.alloc(17 * 1024 * 1024, 'large');
const put = async (name: string, content: string | Buffer = 'content') =>
  storage.put('cloud', name, await staged(content));

describe('a full store', () => {
  test("throws no_space, stores nothing and leaves the caller's file", async () => {
    await s3.behave('full');
    await expect(put('full.bin')).rejects.toMatchObject({ code: 'no_space' });
    await s3.behave('well');
    expect(await storage.stat('cloud', 'full.bin')).toBeNull();
    expect((await stat(join(root, 'staged'))).size).toBe(7);
  });

  test('aborts the parts of a large file when it fills up midway', async () => {
    await s3.behave('full-later');
    await expect(put('half.bin', LARGE)).rejects.toMatchObject({ code: 'no_space' });
    await s3.behave('well');
    expect(await storage.stat('cloud', 'half.bin')).toBeNull();
    expect(
      s3.asked.filter((line) => /^POST .*\/cloud\/ha\/half\.bin\?uploads/.test(line)).length,
    ).toBe(1);
    expect(await readdir(uploads())).toEqual([]);
  });

  test('frees what a crash left of an upload, once it is old', async () => {
    for (const [id, age] of [
      ['old', DAY_MS + 60_000],
      ['young', 60_000],
    ] as const) {
      await mkdir(join(uploads(), id), { recursive: true });
      await writeFile(join(uploads(), id, 'key'), 'cloud/ha/half.bin');
      const begun = new Date(Date.now() - age);
      await utimes(join(uploads(), id, 'key'), begun, begun);
    }
    expect(await storage.sweep(DAY_MS)).toBe(1);
    expect(await readdir(uploads())).toEqual(['young']);
  });
});

describe('an unavailable store', () => {
  test('makes every operation throw StoreAway, and all work again when it is back', async () => {
    await put('there.bin');
    await s3.kill();
    const path = await staged('later');
    const attempts = [
      storage.put('cloud', 'later.bin', path),
      storage.stat('cloud', 'there.bin'),
      storage.open('cloud', 'there.bin'),
      storage.remove('cloud', 'there.bin'),
      storage.copy('cloud', 'there.bin', 'copy.bin'),
      Array.fromAsync(storage.list('cloud')),
    ];
    for (const attempt of await Promise.allSettled(attempts))
      expect(attempt).toMatchObject({ status: 'rejected', reason: expect.any(StoreAway) });
    said.length = 0;
    const other = await make();
    expect(said).toEqual([expect.stringContaining('не отвечает')]);
    await s3.start();
    await other.put('cloud', 'later.bin', path);
    other.close();
    expect(await text((await storage.open('cloud', 'later.bin'))!.body)).toBe('later');
    expect(await text((await storage.open('cloud', 'there.bin'))!.body)).toBe('content');
  });

  test('gives no truncated file when the connection breaks midway', async () => {
    await put('cut.bin', LARGE);
    await s3.behave('cuts');
    const lent = join(root, 'lent');
    await expect(storage.lend('cloud', 'cut.bin', lent)).rejects.toThrow(StoreAway);
    expect(await readdir(root)).not.toContain('lent');
    await s3.behave('well');
  });

  test('is not trusted when it returns more than requested', async () => {
    await put('first.bin', 'first');
    // s3rver treats a range of only the first byte as the whole object.
    await expect(storage.read('cloud', 'first.bin', 0, Buffer.alloc(1))).rejects.toThrow(StoreAway);
  });

  test('that falls silent ends the streams waiting for it, but a slow reader is not cut off', async () => {
    const quiet = new PassThrough();
    quiet.write('begun');
    await expect(text(withSilenceTimeout(quiet, 30))).rejects.toThrow(StoreAway);
    expect(quiet.destroyed).toBe(true);

    // More than the buffers hold: the rest must still arrive after the pause.
    const parts = Array.from({ length: 8 }, () => Buffer.alloc(200_000));
    let read = 0;
    for await (const part of withSilenceTimeout(
      Readable.from(parts, { objectMode: false, highWaterMark: 1 }),
      30,
    )) {
      read += (part as Buffer).length;
      await new Promise((resolve) => {
        setTimeout(resolve, 80);
      });
    }
    expect(read).toBe(1_600_000);
    const unread = new PassThrough();
    withSilenceTimeout(unread, 30).destroy();
    await expect.poll(() => unread.destroyed).toBe(true);
  });
});

test('reports a permanent misconfiguration at once, in a sentence', async () => {
  await expect(make({ S3_BUCKET: 'nothing' })).rejects.toThrow('нет хранилища «nothing»');
  await expect(make({ S3_SECRET_KEY: 'wrong' })).rejects.toThrow('не принимает ключ');
});

test('lists all pages, without objects that are not stored names', async () => {
  for (let count = 0; count < 1_005; count += 1) {
    const path = join(await folderOf(`${count}`), `${count}.png._S3rver_object`);
    await Promise.all([writeFile(path, 'x'), writeFile(`${path}.md5`, 'x')]);
  }
  await writeFile(join(await folderOf('xx'), 'xx.PNG._S3rver_object'), 'x');
  const names = (await Array.fromAsync(storage.list('events'))).map(({ name }) => name);
  expect([names.length, new Set(names).size]).toEqual([1_005, 1_005]);
  expect(s3.asked.filter((line) => line.includes('list-type=2')).length).toBe(2);
});
async function folderOf(name: string): Promise<string> {
  const path = join(s3.folder, 'events', `${name}.png`.slice(0, 2).replace('.', '_'));
  await mkdir(path, { recursive: true });
  return path;
}

describe('a signed URL of the store', () => {
  const ANSWER = {
    seconds: 60,
    type: 'application/octet-stream',
    saveAs: 'attachment; filename="secret.html"',
    caching: 'private, no-store',
  };
  test('opens one object without a key, under the given type and name', async () => {
    await put('signed.bin', '<script>alert(1)</script>');
    const answer = await fetch(await storage.sign!('cloud', 'signed.bin', ANSWER));
    expect([answer.status, await answer.text()]).toEqual([200, '<script>alert(1)</script>']);
    expect(
      ['content-type', 'content-disposition', 'cache-control'].map((name) =>
        answer.headers.get(name),
      ),
    ).toEqual([ANSWER.type, ANSWER.saveAs, ANSWER.caching]);
  });

  test('allows no other object, type, method or expiry, and fails without its signature', async () => {
    await put('other.bin');
    const url = new URL(await storage.sign!('cloud', 'signed.bin', ANSWER));
    expect(url.searchParams.get('X-Amz-Expires')).toBe('60');
    const changed = (change: (copy: URL) => void) => {
      const copy = new URL(url);
      change(copy);
      return fetch(copy);
    };
    expect((await fetch(url)).status).toBe(200);
    const attempts = [
      changed((copy) => {
        copy.pathname = copy.pathname.replace('si/signed', 'ot/other');
      }),
      changed((copy) => {
        copy.searchParams.set('response-content-type', 'text/html');
      }),
      changed((copy) => {
        copy.searchParams.set('X-Amz-Expires', '6000');
      }),
      changed((copy) => {
        copy.searchParams.set('X-Amz-Signature', '0'.repeat(64));
      }),
      changed((copy) => {
        copy.search = '';
      }),
      fetch(url, { method: 'DELETE' }),
      fetch(url, { method: 'PUT', body: 'mine' }),
    ];
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual(
      attempts.map(() => 403),
    );
    expect(await text((await storage.open('cloud', 'signed.bin'))!.body)).toContain('script');
  });

  test('stops working when its seconds are over', async () => {
    const url = await storage.sign!('cloud', 'signed.bin', { ...ANSWER, seconds: 1 });
    await expect
      .poll(async () => (await fetch(url)).status, { timeout: patient(5_000), interval: 200 })
      .toBe(403);
  });

  test('is available only if the settings enable it', async () => {
    const proxied = await make();
    expect(proxied.sign).toBeNull();
    proxied.close();
  });
});
