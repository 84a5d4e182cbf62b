import { once } from 'node:events';
import { connect } from 'node:net';
import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/driver.ts';
import { serveSite } from '../support/open-site.ts';

const app = await serveSite();
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { headers });

describe('Information about the server', () => {
  test('the reference lists every call and its required access', async () => {
    const document = (await (await get('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { 'x-access': string; responses: object }>>;
    };
    const page = await (await get('/api/docs')).text();
    const listed = Object.entries(document.paths).flatMap(([path, calls]) =>
      Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const { routes } = app.server.app;
    expect(listed.sort()).toEqual(
      routes.map((route) => `${route.method} /api${route.path.replace(/:(\w+)/g, '{$1}')}`).sort(),
    );
    for (const route of routes) {
      expect(
        document.paths[`/api${route.path.replace(/:(\w+)/g, '{$1}')}`]![
          route.method.toLowerCase()
        ]!['x-access'],
      ).toBe(route.access);
      expect(page).toContain(`<b>${route.method}</b> /api${route.path}</code>`);
    }
    expect(page).not.toContain('<script');
  });

  test('health and readiness return ok', async () => {
    for (const path of ['/api/health', '/api/ready']) {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('cache-control'), await answer.json()]).toEqual([
        200,
        'no-store',
        { ok: true },
      ]);
    }
  });

  test('a server that expects no proxy refuses what came through one: metrics stay closed, limits stay apart', async () => {
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded'])
      for (const path of ['/api/metrics', '/api/health', '/', '/media/userphotos/x.webp']) {
        const answer = await get(path, { [name]: 'for=203.0.113.7' });
        expect([path, answer.status, await answer.json()]).toEqual([
          path,
          400,
          expect.objectContaining({ code: 'unknown_proxy' }),
        ]);
      }
  });
  test.each([
    ['two lengths', 'content-length: 4\r\ncontent-length: 44\r\n'],
    ['a length and chunks', 'content-length: 4\r\ntransfer-encoding: chunked\r\n'],
    ['an unknown encoding', 'transfer-encoding: xchunked\r\n'],
    ['chunks that are not the last encoding', 'transfer-encoding: chunked, identity\r\n'],
    ['a space before the colon', 'transfer-encoding : chunked\r\n'],
  ])('a message whose end is ambiguous is refused: %s', async (_name, header) => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    const over = once(socket, 'close');
    // What is smuggled behind the end would get a response of its own.
    const smuggled = 'GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n';
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${header}\r\n0\r\n\r\n${smuggled}`,
    );
    await over;
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text.match(/^HTTP\/1\.1/gm)).toHaveLength(1);
    expect(text).not.toContain('{"ok":true}');
  });
  test('the method TRACE is refused', async () => {
    const { hostname, port } = new URL(app.url);
    const answer = await new Promise<[number, string]>((resolve, reject) => {
      httpRequest(
        { hostname, port, method: 'TRACE', path: '/', headers: { 'x-canary': 'CANARY' } },
        (response) => {
          let text = '';
          response
            .setEncoding('utf8')
            .on('data', (part: string) => (text += part))
            .on('end', () => resolve([response.statusCode!, text]));
        },
      )
        .on('error', reject)
        .end();
    });
    expect(answer).toEqual([
      expect.toBeOneOf([400, 404, 405, 501]),
      expect.not.stringContaining('CANARY'),
    ]);
  });
  test('metrics are readable from this machine, or with the token', async () => {
    const open = await get('/api/metrics');
    expect([open.status, /^# HELP /m.test(await open.text())]).toEqual([200, true]);
    const behind = await startTestApp({ TRUST_PROXY: '1' });
    const guarded = await startTestApp({ METRICS_TOKEN: 'let-me-read' });
    try {
      const from = (address: string) =>
        fetch(`${behind.url}/api/metrics`, { headers: { 'x-forwarded-for': address } }).then(
          (answer) => answer.status,
        );
      expect([
        await from('203.0.113.7'),
        await from('127.0.0.1, 203.0.113.7'),
        await from('127.0.0.1'),
      ]).toEqual([404, 404, 200]);
      const withToken = (authorization: string) =>
        fetch(`${guarded.url}/api/metrics`, { headers: { authorization } }).then(
          (answer) => answer.status,
        );
      expect([
        await withToken(''),
        await withToken('Bearer let-me-rea'),
        await withToken('Bearer let-me-reaD'),
        await withToken('Bearer let-me-read'),
      ]).toEqual([404, 404, 404, 200]);
    } finally {
      await behind.stop();
      await guarded.stop();
    }
  });
});
