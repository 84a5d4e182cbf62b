import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { get as getHttp } from 'node:http';
import { connect } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import * as photos from '@respa/contract/photos';
import * as profile from '@respa/contract/profile';
import { Caller, startTestApp, type TestApp } from '../support/driver.ts';
import { startNginx, type Nginx } from '../support/nginx.ts';
import { cookieOf, picture } from '../support/files/pictures.ts';
import { patient } from '../support/patience.ts';
import { openLive } from '../support/stream-reader.ts';
import { roomOf } from '../support/members/conversations.ts';
import { enterThroughSite, type SiteClient } from '../support/voice/voice-site-client.ts';

const path = process.env['NGINX_PATH'];
const bytes = randomBytes(3_000_000);
let app: TestApp;
let nginx: Nginx;
let url: string;
let anna: Caller;
let boris: Caller;
let file: { _id: string; path: string };
let cookie: string;
let stranger: string;
beforeAll(async () => {
  if (path === undefined) return;
  app = await startTestApp({ MEDIA_ACCEL: '/stored/', TRUST_PROXY: '1' });
  nginx = await startNginx(path, { ports: [app.server.port], dataDir: app.dataDir });
  url = `http://127.0.0.1:${nginx.port}`;
  const [owner, other] = await Promise.all([app.join('Анна'), app.join('Борис')]);
  [anna, boris] = [owner, other].map(
    ({ token, id, email }) => new Caller(url, { token: token!, id, email }),
  ) as [Caller, Caller];
  [cookie, stranger] = await Promise.all([cookieOf(app, owner), cookieOf(app, other)]);
  const { added } = await anna.call(cloud.upload, {
    body: { folder: { id: '' } },
    files: { file: [new File([bytes], 'Мир тайн.sav')] },
  });
  file = added[0]!;
});
afterAll(async () => {
  await nginx?.stop();
  await app?.stop();
});
/** Makes a self-signed key and certificate for two days; undefined if openssl is not installed. */
function makeKeys(): { key: string; cert: string } | undefined {
  const made = spawnSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=respa.example',
      '-keyout',
      '-',
      '-out',
      '-',
    ],
    { encoding: 'utf8' },
  );
  const parts = (made.stdout ?? '').match(/-----BEGIN [\s\S]+?-----END [A-Z ]+-----\n/g);
  return made.status === 0 && parts?.length === 2
    ? {
        key: parts.find((part) => part.includes('KEY'))!,
        cert: parts.find((part) => part.includes('CERTIFICATE'))!,
      }
    : undefined;
}
const get = (at: string, headers: Record<string, string> = { cookie }, method = 'GET') =>
  fetch(`${url}${at}`, { headers, method });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const download = () => `/media/download/${file._id}`;

describe('Behind nginx, which sends the files itself', () => {
  beforeEach(({ skip }) => skip(path === undefined, 'нет nginx (укажите NGINX_PATH)'));

  test('a member gets the right bytes with the protective headers', async () => {
    const answer = await get(download());
    expect([answer.status, (await bytesOf(answer)).equals(bytes)]).toEqual([200, true]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'content-length': String(bytes.length),
    });
    expect(decodeURIComponent(answer.headers.get('content-disposition')!)).toContain(
      'Мир тайн.sav',
    );
    const head = await get(download(), { cookie }, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    expect(
      (await get(download(), { cookie, 'if-none-match': answer.headers.get('etag')! })).status,
    ).toBe(304);
  });
  test('nginx reads the files as a member of the group, and everything else is for the server alone', async () => {
    const modeOf = async (name: string) =>
      ((await stat(join(app.dataDir, name))).mode & 0o777).toString(8);
    const { 'x-accel-redirect': told } = Object.fromEntries(
      (await fetch(`${app.url}${download()}`, { headers: { cookie } })).headers,
    );
    const stored = told!.replace('/stored/', 'media/');
    expect(
      await Promise.all(['', 'media', dirname(stored), stored, 'outbox', 'staging'].map(modeOf)),
    ).toEqual(['710', '750', '750', '640', '700', '700']);
  });
  test('ranges are served as requested', async () => {
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 1],
      ['bytes=1000000-1999999', 1_000_000, 2_000_000],
      ['bytes=-500', bytes.length - 500, bytes.length],
      ['bytes=2999999-', 2_999_999, bytes.length],
    ] as const) {
      const answer = await get(download(), { cookie, range });
      expect([
        answer.status,
        answer.headers.get('content-range'),
        (await bytesOf(answer)).equals(bytes.subarray(from, to)),
      ]).toEqual([206, `bytes ${from}-${to - 1}/${bytes.length}`, true]);
    }
    const beyond = await get(download(), { cookie, range: 'bytes=3000000-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${bytes.length}`,
    ]);
  });
  test('others are refused, and the file is no longer served after its deletion', async () => {
    const { added } = await anna.call(cloud.upload, {
      body: { folder: { id: '' } },
      files: { file: [new File([randomBytes(1_000)], 'снимок.bin')] },
    });
    const at = `/media/download/${added[0]!._id}`;
    expect((await get(at)).status).toBe(200);
    for (const headers of [{}, { cookie: stranger }] as Record<string, string>[]) {
      const answer = await get(at, headers);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        404,
        'not_found',
      ]);
    }
    await anna.call(cloud.remove, { params: { id: added[0]!._id } });
    await anna.call(cloud.emptyTrash);
    expect((await get(at)).status).toBe(404);
  });
  test('over TLS and HTTP/2 many streams share one connection, and events pass at once', async ({
    skip,
  }) => {
    const tls = makeKeys();
    if (tls === undefined) return skip('нет openssl');
    const secure = await startNginx(path!, {
      ports: [app.server.port],
      dataDir: app.dataDir,
      tls,
    });
    const session = connect(`https://127.0.0.1:${secure.port}`, {
      rejectUnauthorized: false,
      servername: 'respa.example',
    });
    try {
      const streams = Array.from({ length: 8 }, () =>
        session.request({ ':path': '/api/live', ...anna.headers() }).setEncoding('utf8'),
      );
      await Promise.all(streams.map((stream) => once(stream, 'data')));
      const heard = Promise.all(
        streams.map(
          (stream) =>
            new Promise<void>((resolve) => {
              stream.on('data', (part: string) => {
                if (part.includes('"tls"')) resolve();
              });
            }),
        ),
      );
      app.server.context.live.publish(`user:${anna.id}`, {
        data: { type: 'typing', userId: 'tls' },
      });
      expect(await heard).toHaveLength(8);
    } finally {
      session.destroy();
      await secure.stop();
    }
  });
  test('one address has a bounded number of requests open, and hears why', async () => {
    const LIMIT = 20;
    const small = await startNginx(path!, {
      ports: [app.server.port],
      dataDir: app.dataDir,
      open: LIMIT,
    });
    const health = () => fetch(`http://127.0.0.1:${small.port}/api/health`);
    // The server waits half a minute for the rest of a small body.
    const head =
      'POST /api/auth/login HTTP/1.1\r\nhost: respa.example\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{';
    const sockets = Array.from({ length: LIMIT }, () =>
      connectTcp({ port: small.port, host: '127.0.0.1' }).on('error', () => {}),
    );
    try {
      for (const socket of sockets) socket.write(head);
      await expect
        .poll(async () => (await health()).status, { timeout: patient(15_000) })
        .toBe(429);
      const answer = await health();
      expect([answer.headers.get('retry-after'), await answer.json()]).toEqual([
        '5',
        {
          error: 'Слишком много запросов с вашего адреса. Попробуйте через 5 секунд.',
          code: 'too_often',
        },
      ]);
      for (const socket of sockets) socket.destroy();
      await expect
        .poll(async () => (await health()).status, { timeout: patient(10_000) })
        .toBe(200);
    } finally {
      for (const socket of sockets) socket.destroy();
      await small.stop();
    }
  });
  test('the internal location of a file is neither revealed nor accessible', async () => {
    const { 'x-accel-redirect': told } = Object.fromEntries(
      (await fetch(`${app.url}${download()}`, { headers: { cookie } })).headers,
    );
    expect(told).toMatch(/^\/stored\/blobs\/..\/[\w-]+\.bin$/);
    expect(JSON.stringify([...(await get(download())).headers])).not.toMatch(/accel|stored|blobs/);
    const sneaked = [
      told!,
      told!.replace('/stored', '//stored'),
      told!.replace('/stored', '/media/../stored'),
      told!.replace('s', '%73'),
      `${told!}/`,
      '/stored/',
    ];
    for (const at of sneaked) expect([at, (await get(at)).status]).toEqual([at, 404]);
    expect((await get(told!, { cookie, 'x-accel-redirect': told! })).status).toBe(404);
    expect((await get(`/media/blobs/${told!.split('/').at(-1)}`)).status).toBe(404);
  });
  test('only names of the site are served', async ({ skip }) => {
    const ask = (host: string) =>
      new Promise<number | string>((resolve) => {
        getHttp({ port: nginx.port, host: '127.0.0.1', path: '/api/health', headers: { host } })
          .on('response', (answer) => resolve(answer.resume().statusCode!))
          .on('error', (error: NodeJS.ErrnoException) => resolve(error.code!));
      });
    expect(await Promise.all(['respa.example', 'evil.example', 'localhost'].map(ask))).toEqual([
      200,
      'ECONNRESET',
      'ECONNRESET',
    ]);
    const tls = makeKeys();
    if (tls === undefined) return skip('нет openssl');
    const secure = await startNginx(path!, {
      ports: [app.server.port],
      dataDir: app.dataDir,
      tls,
    });
    const shake = (servername: string) =>
      new Promise<string>((resolve) => {
        const socket = connectTls(
          { port: secure.port, host: '127.0.0.1', servername, rejectUnauthorized: false },
          () => {
            resolve(String(socket.getPeerCertificate().subject.CN));
            socket.destroy();
          },
        ).on('error', (error) => resolve((error as NodeJS.ErrnoException).code!));
      });
    try {
      expect(await shake('respa.example')).toBe('respa.example');
      for (const name of ['evil.example', ''])
        expect(await shake(name)).toMatch(/^ERR_SSL_.*UNRECOGNIZED_NAME$/);
    } finally {
      await secure.stop();
    }
  });
  test('old versions of TLS are refused', async ({ skip }) => {
    const tls = makeKeys();
    if (tls === undefined) return skip('нет openssl');
    const secure = await startNginx(path!, {
      ports: [app.server.port],
      dataDir: app.dataDir,
      tls,
    });
    const speak = (version: SecureVersion) =>
      new Promise<string>((resolve) => {
        const socket = connectTls(
          {
            port: secure.port,
            host: '127.0.0.1',
            servername: 'respa.example',
            rejectUnauthorized: false,
            minVersion: version,
            maxVersion: version,
            // Otherwise our own side does not offer the old ones.
            ciphers: 'DEFAULT@SECLEVEL=0',
          },
          () => {
            resolve(String(socket.getProtocol()));
            socket.destroy();
          },
        ).on('error', (error) => resolve((error as NodeJS.ErrnoException).code!));
      });
    try {
      expect([await speak('TLSv1.3'), await speak('TLSv1.2')]).toEqual(['TLSv1.3', 'TLSv1.2']);
      for (const version of ['TLSv1.1', 'TLSv1'] as const)
        expect(await speak(version)).toMatch(/^ERR_SSL_.*PROTOCOL_VERSION$/);
    } finally {
      await secure.stop();
    }
  });
  test('voice passes through a WebSocket both ways', async () => {
    const roomId = await roomOf(anna, boris);
    const [first, second] = [
      await enterThroughSite(anna, roomId),
      await enterThroughSite(boris, roomId),
    ];
    const isHeard = (from: SiteClient, to: SiteClient, word: string) =>
      expect
        .poll(
          () => {
            from.say(word);
            return to.heard;
          },
          { timeout: patient(10_000) },
        )
        .toContain(`${from.number} ${word}`);
    await isHeard(first, second, 'раз');
    await isHeard(second, first, 'два');
    for (const client of [first, second]) client.close();
  });
  test('public pictures are cached, and the event stream passes at once', async () => {
    const live = await openLive(anna);
    await boris.call(profile.visit, { params: { id: anna.id } });
    expect(await live.next('notification')).toMatchObject({
      notification: { type: 'visit', from: boris.id },
    });
    await live.cut();
    const { photo } = await anna.call(photos.create, { files: { file: [await picture()] } });
    const answer = await get(`/media/userphotos/${photo.imageUrl}`, {});
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('cache-control'),
    ]).toEqual([200, 'image/webp', 'public, max-age=31536000, immutable']);
  });
});
