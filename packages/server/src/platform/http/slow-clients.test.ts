import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import { OPEN_UPLOADS } from '@respa/contract/limits';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { patient } from '#tests/support/patience.ts';
import { beginUpload, offsetOf, sendPart } from '#tests/support/members/uploads.ts';

/** A window of a second instead of a minute, with the same share of bytes. */
const WINDOW_MS = 1_200;
let app: TestApp;
let [anna, boris]: Caller[] = [];
beforeAll(async () => {
  app = await startTestApp();
  app.server.context.pace.windowMs = WINDOW_MS;
  [anna, boris] = [await app.join('Анна'), await app.join('Борис')];
});
afterAll(() => app.stop());

const wait = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
type Slow = { socket: Socket; text: () => string; ended: Promise<unknown> };
/** Opens a connection and sends the head of a request with a body that is still to come. */
function open(head: string): Slow {
  const socket = connect({ port: app.server.port, host: '127.0.0.1' });
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  socket.on('error', () => {});
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.write(head);
  return { socket, text: () => text, ended };
}
const headOf = (method: string, path: string, headers: Record<string, string>) =>
  `${method} ${path} HTTP/1.1\r\n${Object.entries({ host: 'respa.test', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
const openForm = (who: Caller, path = '/api/cloud/upload-mobile', length = 50_000_000) =>
  open(
    headOf('POST', path, {
      ...who.headers(),
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(length),
    }) + '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n',
  );
const openPart = (who: Caller, address: string, bytes: number) =>
  open(
    headOf('PATCH', address, {
      ...who.headers(),
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes),
    }),
  );
/** Sends a byte now and then until the connection is closed. */
function drip({ socket }: Slow, every: number) {
  const dripping = setInterval(() => socket.write('x'), every);
  socket.once('close', () => clearInterval(dripping));
}
const TEXT = 'Файлы приходят слишком медленно. Проверьте соединение и попробуйте ещё раз.';

describe('A body that comes too slowly', () => {
  test(
    'is refused: forms that send a byte now and then end with 408',
    { timeout: patient(40_000) },
    async () => {
      const forms = Array.from({ length: 40 }, () => openForm(anna!));
      for (const form of forms) drip(form, 400);
      await Promise.all(forms.map(({ ended }) => ended));
      for (const form of forms) {
        expect(form.text()).toMatch(/^HTTP\/1\.1 408 /);
        expect(form.text()).toContain(TEXT);
        expect(form.text().toLowerCase()).toContain('connection: close');
      }
      expect(await readdir(join(app.dataDir, 'staging'))).toEqual([]);
    },
  );
  test('is ended also where no form is read, and by nobody', async () => {
    const visitors = [openForm(app.nobody), openForm(app.nobody, '/api/nothing')];
    for (const one of visitors) drip(one, 400);
    await Promise.all(visitors.map(({ ended }) => ended));
    expect(visitors[0]!.text()).toMatch(/^HTTP\/1\.1 401 /);
  });
  test('ends a silent resumable upload, which goes on from its last byte', async () => {
    const bytes = Buffer.alloc(5_000, 7);
    const begun = await beginUpload(anna!, bytes.length, { purpose: 'cloud', filename: 'a.bin' });
    const address = begun.headers.get('location')!;
    const uploads = [openPart(anna!, address, bytes.length)];
    uploads[0]!.socket.write(bytes.subarray(0, 1));
    await uploads[0]!.ended;
    expect(uploads[0]!.text()).toMatch(/^HTTP\/1\.1 408 /);
    expect(uploads[0]!.text()).toContain(TEXT);
    expect(await offsetOf(anna!, address)).toBe(1);
    expect((await sendPart(anna!, address, 1, bytes.subarray(1))).status).toBe(204);
  });
  test('of 4 KB a second that pauses is received', { timeout: patient(30_000) }, async () => {
    const form = openForm(
      anna!,
      '/api/cloud/upload-mobile',
      `--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`.length +
        16 * 1024 +
        '\r\n--x--\r\n'.length,
    );
    for (let second = 0; second < 4; second += 1) {
      form.socket.write(Buffer.alloc(4096, 7));
      await wait(900);
    }
    form.socket.write('\r\n--x--\r\n');
    await expect.poll(() => form.text(), { timeout: patient(5_000) }).toMatch(/^HTTP\/1\.1 200 /);
    form.socket.destroy();
  });
});

describe('Uploads at once', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = app;
    app = await startTestApp({ RATE_LIMITS: 'on' });
    [anna, boris] = [await app.join('Анна'), await app.join('Борис')];
  });
  afterAll(async () => {
    await app.stop();
    app = limited;
  });
  test('are bounded for a member, and free again when they end', async () => {
    const files = { file: [new File(['Привет'], 'a.txt')] };
    const send = (who: Caller) => who.request(cloud.upload, { body: { folder: '' }, files });
    const forms = Array.from({ length: OPEN_UPLOADS.member }, () => openForm(anna!));
    await expect
      .poll(async () => (await send(anna!)).status, { timeout: patient(10_000) })
      .toBe(429);
    const answer = await send(anna!);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await answer.json()).toMatchObject({ code: 'too_many_uploads' });
    expect((await send(boris!)).status).toBe(200);
    for (const { socket } of forms) socket.destroy();
    await expect
      .poll(
        async () => (await anna!.request(cloud.upload, { body: { folder: '' }, files })).status,
        {
          timeout: patient(10_000),
        },
      )
      .toBe(200);
  });
});
