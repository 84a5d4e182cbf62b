import { createServer, type Server } from 'node:http';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FormLimits } from './form-files.ts';
import { receiveForm, type ReceivedForm } from './receive-form.ts';
import { sweepStaging } from './staging.ts';

const BOUNDARY = 'xxBOUNDARYxx';
let dir: string;
let server: Server;
let limits: Omit<FormLimits, 'stagingDir'>;
let last: { form?: ReceivedForm; contents?: string[]; error?: { code?: string } } = {};
let settled: PromiseWithResolvers<void>;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'respa-staging-'));
  server = createServer((request, response) => {
    receiveForm(request, { ...limits, stagingDir: dir }).then(
      async (form) => {
        const staged = Object.values(form.files).flat();
        last = {
          form,
          contents: await Promise.all(staged.map((file) => readFile(file.path, 'latin1'))),
        };
        await form.discard();
        response.end('ok');
        settled.resolve();
      },
      (error) => {
        last = { error };
        response.writeHead(error.code === undefined ? 500 : 400).end(String(error.code));
        settled.resolve();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(dir, { recursive: true });
});
beforeEach(() => {
  last = {};
  settled = Promise.withResolvers();
  limits = { files: { image: { count: 5, maxBytes: 1000 }, audio: { count: 1, maxBytes: 100 } } };
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

function part(disposition: string, body: string, type?: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n${body}\r\n`;
}

async function send(
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const answer = await fetch(address(), {
    method: 'POST',
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
  });
  return { status: answer.status, text: await answer.text() };
}
const sendParts = (...parts: string[]) =>
  send(Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`, 'utf8'));
const sendForm = async (form: FormData) => {
  const answer = await fetch(address(), { method: 'POST', body: form });
  return { status: answer.status, text: await answer.text() };
};
const pictures = (count: number, bytes: number, name = (i: number) => `image${i}`) => {
  const form = new FormData();
  for (let i = 0; i < count; i += 1)
    form.append(name(i), new Blob([Buffer.alloc(bytes, String(i))]), `${i}.png`);
  return form;
};
const expectEmptyStaging = async () => expect(await readdir(dir)).toEqual([]);

describe('a received form', () => {
  test('has its fields, and its files in number order with names and sizes', async () => {
    const form = new FormData();
    form.append('message', 'Привет, мир');
    for (const i of [10, 2, 0])
      form.append(`image${i}`, new Blob([`n${i}`], { type: 'image/png' }), `кот ${i}.png`);
    form.append('image', new Blob(['plain']), 'x.png');
    expect(await sendForm(form)).toEqual({ status: 200, text: 'ok' });
    expect(last.form?.fields).toEqual(
      Object.assign(Object.create(null), { message: 'Привет, мир' }),
    );
    expect(last.form?.files['image']?.map((file) => file.part)).toEqual([
      'image',
      'image0',
      'image2',
      'image10',
    ]);
    expect(last.contents).toEqual(['plain', 'n0', 'n2', 'n10']);
    expect(last.form?.files['image']?.[1]).toMatchObject({
      filename: 'кот 0.png',
      declaredType: 'image/png',
      bytes: 2,
      slot: 'image',
    });
    expect(last.form?.files['audio']).toEqual([]);
    await expectEmptyStaging();
  });

  test('keeps the order of arrival for files of one part name', async () => {
    const form = pictures(5, 10, () => 'image');
    await sendForm(form);
    expect(last.contents?.map((text) => text[0])).toEqual(['0', '1', '2', '3', '4']);
  });

  test('prefers the slot of exactly the part name over the name without digits', async () => {
    limits = { files: { file: { count: 1, maxBytes: 10 }, file2: { count: 1, maxBytes: 10 } } };
    const form = new FormData();
    form.append('file2', new Blob(['banner']), 'b.png');
    form.append('file', new Blob(['avatar']), 'a.png');
    await sendForm(form);
    expect(last.form?.files['file2']?.[0]?.filename).toBe('b.png');
    expect(last.form?.files['file']?.[0]?.filename).toBe('a.png');
  });

  test("ignores unknown file parts and a browser's empty file input", async () => {
    const answer = await sendParts(
      part('name="else"; filename="x.png"', 'unknown'),
      part('name="image"; filename=""', '', 'application/octet-stream'),
      part('name="audio"; filename="a.mp3"', ''),
    );
    expect(answer.status).toBe(200);
    expect(last.form?.files['image']).toEqual([]);
    expect(last.form?.files['audio']).toMatchObject([{ bytes: 0, filename: 'a.mp3' }]);
    await expectEmptyStaging();
  });

  test('accepts exactly the limit of every kind', async () => {
    limits = { files: { image: { count: 5, maxBytes: 1000 } }, totalBytes: 5000, fieldBytes: 8 };
    const form = pictures(5, 1000);
    form.append('text', '12345678');
    expect((await sendForm(form)).status).toBe(200);
    expect(last.form?.files['image']).toHaveLength(5);
  });
});

describe('malicious names', () => {
  const traps = [
    ['../../../etc/passwd', 'passwd'],
    ['..\\\\..\\\\x.png', 'x.png'],
    ['C:\\\\windows\\\\x.png', 'x.png'],
    ['/etc/x', 'x'],
    ['..', 'file'],
    ['.htaccess', '.htaccess'],
    ['gnp\u202eexe.png', 'gnpexe.png'],
    ['x.png.html', 'x.png.html'],
    ['a%00.png', 'a%00.png'],
  ] as const;
  test.each(traps)('the file name %j is kept as %j and never used on disk', async (input, kept) => {
    expect((await sendParts(part(`name="image"; filename="${input}"`, 'x'))).status).toBe(200);
    expect(last.form?.files['image']?.[0]?.filename).toBe(kept);
    expect(last.form?.files['image']?.[0]?.path).toMatch(/[/\\][0-9a-f-]{36}\.part$/);
    await expectEmptyStaging();
  });

  test('300 letters are cut to 120 and the extension stays', async () => {
    await sendParts(part(`name="image"; filename="${'ы'.repeat(300)}.jpeg"`, 'x'));
    const name = last.form?.files['image']?.[0]?.filename ?? '';
    expect([...name]).toHaveLength(120);
    expect(name).toMatch(/ы\.jpeg$/);
  });

  test('__proto__ and constructor as part names affect no prototype and no slot', async () => {
    const answer = await sendParts(
      part('name="__proto__"', 'polluted'),
      part('name="constructor"', 'polluted'),
      part('name="__proto__"; filename="x.png"', 'x'),
      part('name="constructor"; filename="x.png"', 'x'),
      part('name="toString1"; filename="x.png"', 'x'),
      part('name="text"', 'fine'),
    );
    expect(answer.status).toBe(200);
    expect({ ...last.form?.fields }).toEqual({ constructor: 'polluted', text: 'fine' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.values(last.form?.files ?? {}).flat()).toEqual([]);
  });

  test('a part without a name is ignored', async () => {
    expect((await sendParts(part('filename="x.png"', 'x'), part('other="1"', 'x'))).status).toBe(
      200,
    );
    expect(Object.keys(last.form?.fields ?? {})).toEqual([]);
  });
});

describe('a rejected form leaves nothing behind', () => {
  const refused: [string, string, () => Promise<{ status: number; text: string }>][] = [
    ['a sixth file', 'too_many_files', () => sendForm(pictures(6, 10))],
    [
      'a seventh file in a slot with its own error text',
      'too_many_images',
      () => {
        limits = { files: { image: { count: 6, maxBytes: 10, tooMany: 'too_many_images' } } };
        return sendForm(pictures(7, 10));
      },
    ],
    ['one byte too many', 'too_large', () => sendForm(pictures(1, 1001))],
    [
      'one byte too many in all',
      'too_large',
      () => {
        limits = { ...limits, totalBytes: 2500 };
        return sendForm(pictures(3, 834));
      },
    ],
    [
      'unknown parts over the total',
      'too_large',
      () => {
        limits = { ...limits, totalBytes: 2500 };
        return sendForm(pictures(3, 834, () => 'else'));
      },
    ],
    [
      'a field over its limit',
      'too_large',
      () => sendParts(part('name="text"', 'x'.repeat(64 * 1024 + 1))),
    ],
    [
      'a duplicate field',
      'bad_multipart',
      () => sendParts(part('name="text"', 'a'), part('name="text"', 'b')),
    ],
    ['NUL in a field', 'bad_multipart', () => sendParts(part('name="text"', 'a\0b'))],
    [
      '21 fields',
      'bad_multipart',
      () => sendParts(...Array.from({ length: 21 }, (_, i) => part(`name="f${i}"`, 'x'))),
    ],
    [
      '26 parts',
      'bad_multipart',
      () =>
        sendParts(
          ...Array.from({ length: 26 }, (_, i) => part(`name="else${i}"; filename="x"`, 'x')),
        ),
    ],
    ['no last boundary', 'bad_multipart', () => send(part('name="image"; filename="x.png"', 'x'))],
    ['JSON', 'bad_multipart', () => send('{}', { 'content-type': 'application/json' })],
    [
      'a missing boundary',
      'bad_multipart',
      () => send('x', { 'content-type': 'multipart/form-data' }),
    ],
    ['an empty body', 'bad_multipart', () => send('')],
  ];
  test.each(refused)('%s', async (_name, code, attempt) => {
    expect((await attempt()).text).toBe(code);
    await settled.promise;
    await expectEmptyStaging();
  });

  test('removes files that had fully arrived when a later part is rejected', async () => {
    const form = pictures(5, 1000);
    form.append('audio', new Blob([Buffer.alloc(101)]), 'a.mp3');
    expect((await sendForm(form)).text).toBe('too_large');
    await expectEmptyStaging();
  });

  test('lets the client read the rejection while it keeps sending 40 MB', async () => {
    const form = new FormData();
    form.append('image', new Blob([Buffer.alloc(40 * 1024 * 1024)]), 'big.png');
    expect(await sendForm(form)).toEqual({ status: 400, text: 'too_large' });
    await expectEmptyStaging();
  });

  test('cuts off a body without an end', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: 99999999999\r\n\r\n`,
    );
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    const closed = new Promise((resolve) => {
      socket.on('close', resolve);
    });
    const zeros = Buffer.alloc(1024 * 1024);
    let sent = 0;
    socket.on('error', () => undefined);
    while (!socket.destroyed && sent < 400) {
      sent += 1;
      if (!socket.write(zeros))
        await Promise.race([
          closed,
          new Promise((resolve) => {
            socket.once('drain', resolve);
          }),
        ]);
    }
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 400[\s\S]*too_large/);
    expect(sent).toBeLessThan(400);
  });

  test('does not blame a disk error on the client', async () => {
    const real = dir;
    dir = join(real, 'missing');
    expect((await sendForm(pictures(1, 10))).text).toBe('ENOENT');
    dir = real;
  });
});

test.each([1, 50, 99])('an upload cut off at %i %% leaves staging empty', async (percent) => {
  limits = { files: { image: { count: 5, maxBytes: 3_000_000 } } };
  const whole = Buffer.from(
    `${part('name="image0"; filename="a"', 'a'.repeat(1_000_000))}${part('name="image1"; filename="b"', 'b'.repeat(1_000_000))}--${BOUNDARY}--\r\n`,
  );
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${whole.length}\r\n\r\n`,
  );
  socket.write(whole.subarray(0, Math.floor((whole.length * percent) / 100)));
  // The server must have started to write, or the test would pass without proving anything.
  for (let i = 0; i < 200 && (await readdir(dir)).length === 0; i += 1) await sleep(5);
  expect((await readdir(dir)).length).toBeGreaterThan(0);
  socket.destroy();
  await settled.promise;
  expect(last.error?.code).toBe('bad_multipart');
  await expectEmptyStaging();
});

test('the sweep removes what a crash left, and with an age only what is old', async () => {
  const own = await mkdtemp(join(tmpdir(), 'respa-sweep-'));
  await writeFile(join(own, 'old.part'), 'x');
  await utimes(join(own, 'old.part'), new Date(0), new Date(0));
  await writeFile(join(own, 'fresh.part'), 'x');
  await sweepStaging(own, 60_000);
  expect(await readdir(own)).toEqual(['fresh.part']);
  await sweepStaging(own);
  expect(await readdir(own)).toEqual([]);
  await rm(own, { recursive: true });
  await sweepStaging(own);
  expect(await readdir(own)).toEqual([]);
  await rm(own, { recursive: true });
});
