import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  BOUNDARY,
  openFormServer,
  part,
  picturesForm,
} from '#tests/support/servers/form-server.ts';

const forms = await openFormServer();
const expectEmptyStaging = async () => expect(await readdir(forms.dir)).toEqual([]);

describe('a rejected form leaves nothing behind', () => {
  const refused: [string, string, () => Promise<{ status: number; text: string }>][] = [
    ['a sixth file', 'too_many_files', () => forms.sendForm(picturesForm(6, 10))],
    [
      'a seventh file in a slot with its own error text',
      'too_many_images',
      () => {
        forms.limits = { files: { image: { count: 6, maxBytes: 10, tooMany: 'too_many_images' } } };
        return forms.sendForm(picturesForm(7, 10));
      },
    ],
    ['one byte too many', 'too_large', () => forms.sendForm(picturesForm(1, 1001))],
    [
      'one byte too many in all',
      'too_large',
      () => {
        forms.limits = { ...forms.limits, totalBytes: 2500 };
        return forms.sendForm(picturesForm(3, 834));
      },
    ],
    [
      'unknown parts over the total',
      'too_large',
      () => {
        forms.limits = { ...forms.limits, totalBytes: 2500 };
        return forms.sendForm(picturesForm(3, 834, () => 'else'));
      },
    ],
    [
      'a field over its limit',
      'too_large',
      () => forms.sendParts(part('name="text"', 'x'.repeat(64 * 1024 + 1))),
    ],
    [
      'a duplicate field',
      'bad_multipart',
      () => forms.sendParts(part('name="text"', 'a'), part('name="text"', 'b')),
    ],
    ['NUL in a field', 'bad_multipart', () => forms.sendParts(part('name="text"', 'a\0b'))],
    [
      '21 fields',
      'bad_multipart',
      () => forms.sendParts(...Array.from({ length: 21 }, (_, i) => part(`name="f${i}"`, 'x'))),
    ],
    [
      '26 parts',
      'bad_multipart',
      () =>
        forms.sendParts(
          ...Array.from({ length: 26 }, (_, i) => part(`name="else${i}"; filename="x"`, 'x')),
        ),
    ],
    [
      'no last boundary',
      'bad_multipart',
      () => forms.send(part('name="image"; filename="x.png"', 'x')),
    ],
    ['JSON', 'bad_multipart', () => forms.send('{}', { 'content-type': 'application/json' })],
    [
      'a missing boundary',
      'bad_multipart',
      () => forms.send('x', { 'content-type': 'multipart/form-data' }),
    ],
    ['an empty body', 'bad_multipart', () => forms.send('')],
  ];
  test.each(refused)('%s', async (_name, code, attempt) => {
    expect((await attempt()).text).toBe(code);
    await forms.settled;
    await expectEmptyStaging();
  });

  test('removes files that had fully arrived when a later part is rejected', async () => {
    const form = picturesForm(5, 1000);
    form.append('audio', new Blob([Buffer.alloc(101)]), 'a.mp3');
    expect((await forms.sendForm(form)).text).toBe('too_large');
    await expectEmptyStaging();
  });

  test('lets the client read the rejection while it keeps sending 40 MB', async () => {
    const form = new FormData();
    form.append('image', new Blob([Buffer.alloc(40 * 1024 * 1024)]), 'big.png');
    expect(await forms.sendForm(form)).toEqual({ status: 400, text: 'too_large' });
    await expectEmptyStaging();
  });

  test('cuts off a body without an end', async () => {
    const socket = connect(Number(new URL(forms.address).port), '127.0.0.1');
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
    const real = forms.dir;
    forms.dir = join(real, 'missing');
    expect((await forms.sendForm(picturesForm(1, 10))).text).toBe('ENOENT');
    forms.dir = real;
  });
});

test.each([1, 50, 99])('an upload cut off at %i %% leaves staging empty', async (percent) => {
  forms.limits = { files: { image: { count: 5, maxBytes: 3_000_000 } } };
  const whole = Buffer.from(
    `${part('name="image0"; filename="a"', 'a'.repeat(1_000_000))}${part('name="image1"; filename="b"', 'b'.repeat(1_000_000))}--${BOUNDARY}--\r\n`,
  );
  const socket = connect(Number(new URL(forms.address).port), '127.0.0.1');
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${whole.length}\r\n\r\n`,
  );
  socket.write(whole.subarray(0, Math.floor((whole.length * percent) / 100)));
  // The server must have started to write, or the test would pass without proving anything.
  for (let i = 0; i < 200 && (await readdir(forms.dir)).length === 0; i += 1) await sleep(5);
  expect((await readdir(forms.dir)).length).toBeGreaterThan(0);
  socket.destroy();
  await forms.settled;
  expect(forms.last.error?.code).toBe('bad_multipart');
  await expectEmptyStaging();
});
