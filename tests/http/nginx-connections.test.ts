import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { get as getHttp } from 'node:http';
import { connect } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Caller, type TestApp } from '../support/driver.ts';
import { startNginx, type Nginx } from '../support/servers/nginx.ts';
import { patient } from '../support/patience.ts';
import { roomOf } from '../support/members/conversations.ts';
import { enterThroughSite, type SiteClient } from '../support/voice/voice-site-client.ts';
import { openBehindNginx, type BehindNginx } from '../support/servers/behind-nginx.ts';

const path = process.env['NGINX_PATH'];
let behind: BehindNginx | undefined;
let app: TestApp;
let nginx: Nginx;
let anna: Caller;
let boris: Caller;
beforeAll(async () => {
  if (path === undefined) return;
  behind = await openBehindNginx(path);
  ({ app, nginx, anna, boris } = behind);
});
afterAll(() => behind?.stop());
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

describe('Behind nginx, which sends the files itself', () => {
  beforeEach(({ skip }) => skip(path === undefined, 'нет nginx (укажите NGINX_PATH)'));

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
});
