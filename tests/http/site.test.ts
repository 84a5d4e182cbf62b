import { PLAYER_ORIGINS } from '@respa/contract/players';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/driver.ts';
import { patient } from '../support/patience.ts';

const WEB = fileURLToPath(new URL('../../packages/web/', import.meta.url));
let app: TestApp;
beforeAll(async () => {
  if (!existsSync(`${WEB}dist/index.html`))
    await promisify(execFile)(process.execPath, [`${WEB}build.mjs`]);
  app = await startTestApp();
}, patient(180_000));
afterAll(() => app.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { headers });
const PAGES = [
  '/',
  '/greeting',
  '/v2',
  '/login',
  '/home',
  '/user/x',
  '/activate/secret',
  '/return-password/1/secret',
  '/nothing/here',
];
const directives = (policy: string) =>
  new Map(
    policy
      .split(';')
      .map((one) => one.trim().split(/\s+/))
      .map(([name, ...values]) => [name!, values]),
  );

/** Returns the bytes sent over the network, because `fetch` decodes them. */
const raw = (path: string, encoding: string) =>
  new Promise<{ answer: IncomingMessage; bytes: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    httpRequest({ hostname, port, path, headers: { 'accept-encoding': encoding } }, (answer) => {
      const parts: Buffer[] = [];
      answer
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => resolve({ answer, bytes: Buffer.concat(parts) }));
    })
      .on('error', reject)
      .end();
  });

describe('A page', () => {
  test.each(PAGES)('%s may run only scripts with its nonce, and is never cached', async (path) => {
    const answers = await Promise.all([get(path), get(path)]);
    const nonces = await Promise.all(
      answers.map(async (answer) => {
        expect([
          answer.status,
          answer.headers.get('content-type'),
          answer.headers.get('cache-control'),
        ]).toEqual([/x$|nothing/.test(path) ? 404 : 200, 'text/html; charset=utf-8', 'no-store']);
        const text = answer.headers.get('content-security-policy')!;
        const policy = directives(text);
        // Nothing of other sites, except the players that a reader starts.
        expect(policy.get('frame-src')).toEqual([...PLAYER_ORIGINS]);
        expect(text.replace(/frame-src [^;]+/, '')).not.toMatch(
          /unsafe-inline|unsafe-eval|\*|https?:/,
        );
        for (const name of ['default-src', 'base-uri', 'frame-ancestors'])
          expect(policy.get(name)).toEqual(["'none'"]);
        const nonce = /^'nonce-([A-Za-z0-9+/]{22}==)'$/.exec(
          policy.get('script-src')!.find((value) => value.startsWith("'nonce-"))!,
        )![1]!;
        const html = await answer.text();
        expect(html).not.toContain('__CSP_NONCE__');
        const tags = html.match(/<(?:script|style)\b[^>]*>/g) ?? [];
        expect(tags.length).toBeGreaterThan(0);
        for (const tag of tags) expect(tag).toContain(`nonce="${nonce}"`);
        expect(html).not.toMatch(/\son[a-z]+="|<[^>]+\sstyle="|javascript:/);
        return nonce;
      }),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test.each(['home', 'user', 'users', 'messages', 'notifications'])(
    '/%s, where members start, lists the few files that it is made of',
    async (name) => {
      const html = await (
        await get(name === 'user' ? `/user/${crypto.randomUUID()}` : `/${name}`)
      ).text();
      const files = [...html.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)"/g)].map(
        ([, file]) => file!,
      );
      for (const start of [name, 'providers', 'member', 'react'])
        expect(
          files.some((file) => file.startsWith(`/assets/${start}-`)),
          start,
        ).toBe(true);
      expect(files.length).toBeLessThan(name === 'home' ? 15 : 45);
      for (const file of files) expect((await get(file)).status).toBe(200);
      expect(await (await get('/settings')).text()).not.toContain(`/assets/${name}-`);
    },
  );

  test.each([
    ['/login', 'login', 'visitor-frame'],
    ['/store', 'game-pages', 'visitor-frame'],
    ['/games', 'game-pages', 'member-frame'],
    [`/friends/${crypto.randomUUID()}`, 'friends', 'member-frame'],
  ])('%s lists its own files and those of its frame', async (path, page, frame) => {
    const html = await (await get(path)).text();
    for (const file of [page, frame]) expect(html).toContain(`/assets/${file}-`);
  });

  test('is compressed, with its nonce', async () => {
    const {
      answer: { headers },
      bytes,
    } = await raw('/greeting', 'br');
    expect([headers['content-encoding'], headers.vary]).toEqual(['br', 'accept-encoding']);
    const html = brotliDecompressSync(bytes).toString('utf8');
    const [, nonce] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))!;
    expect(html).toContain(`nonce="${nonce!}"`);
    expect(html).toContain('Возрождаться лучше среди своих');
    expect(bytes.length).toBeLessThan(html.length / 3);
  });

  test('opened from an emailed link sends no referrer', async () => {
    for (const path of ['/activate/secret', '/return-password/1/secret'])
      expect((await get(path)).headers.get('referrer-policy')).toBe('no-referrer');
  });
  test('is not returned for other methods and paths', async () => {
    expect((await fetch(`${app.url}/login`, { method: 'POST' })).status).toBe(404);
    for (const path of [
      '/assets/nothing.js',
      '/media/userposts/x.webp',
      '/media/',
      '/api/nothing',
    ]) {
      const answer = await get(path, { accept: 'text/html' });
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        404,
        'application/json; charset=utf-8',
      ]);
    }
  });
});

describe('Assets', () => {
  const assetsOf = async () => [
    ...new Set(
      [...(await (await get('/')).text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
        (match) => match[1]!,
      ),
    ),
  ];
  test('are cached permanently and compressed with brotli', async () => {
    const paths = await assetsOf();
    expect(paths.length).toBeGreaterThan(1);
    for (const path of paths) {
      const [plain, packed] = [await raw(path, 'identity'), await raw(path, 'gzip, br')];
      expect([
        plain.answer.statusCode,
        plain.answer.headers['cache-control'],
        plain.answer.headers['content-encoding'],
      ]).toEqual([200, 'public, max-age=31536000, immutable', undefined]);
      expect(plain.answer.headers['content-type']).toMatch(
        /^(text\/(javascript|css); charset=utf-8|font\/woff2|image\/svg\+xml)$/,
      );
      // Below a kilobyte compression costs more than it saves.
      const isText = /\.(js|css|svg)$/.test(path) && plain.bytes.length > 1024;
      expect([packed.answer.headers['content-encoding'], packed.answer.headers['vary']]).toEqual([
        isText ? 'br' : undefined,
        'accept-encoding',
      ]);
      expect((isText ? brotliDecompressSync(packed.bytes) : packed.bytes).equals(plain.bytes)).toBe(
        true,
      );
    }
  });
  test('are never served from outside the site folder', async () => {
    for (const path of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2f..%2fpackage.json',
      '/assets/../../package.json',
      '/.vite/manifest.json',
      '/index.html',
      '/.stamp',
      '/mark.svg.br',
    ]) {
      const { answer, bytes } = await raw(path, 'identity');
      expect([400, 404, 200]).toContain(answer.statusCode);
      expect(bytes.toString()).not.toMatch(/"workspaces"|"isEntry"|"dependencies"/);
    }
  });
});

test('every response carries the isolating security headers', async () => {
  for (const path of [
    '/',
    '/mark.svg',
    '/api/refresh',
    '/api/nothing',
    '/api/room/%ff',
    '/api/docs',
    '/media/userposts/x.webp',
    '/assets/nothing.js',
  ]) {
    const { headers } = await get(path);
    expect([path, Object.fromEntries(headers)]).toEqual([
      path,
      expect.objectContaining({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
        'permissions-policy': expect.stringMatching(
          /^microphone=\(self\), display-capture=\(self\), camera=\(\).*geolocation=\(\)/,
        ) as string,
      }),
    ]);
    expect([
      headers.get('strict-transport-security'),
      headers.get('x-powered-by'),
      headers.get('access-control-allow-origin'),
    ]).toEqual([null, null, null]);
  }
});
test('under https the browser gets HSTS, and the cookie is https-only', async () => {
  const secure = await startTestApp({ PUBLIC_URL: 'https://respa.test' });
  try {
    expect((await fetch(secure.url)).headers.get('strict-transport-security')).toMatch(
      /^max-age=\d{8}/,
    );
    const anna = await fetch(`${secure.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Анна',
        surname: 'Белова',
        age: '1999-05-11',
        email: 'anna@respa.test',
        password: 'respawn-2026',
      }),
    });
    const [media, device] = anna.headers.getSetCookie();
    expect(media).toMatch(
      /^respa_media=[\w-]{43}; Path=\/media; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
    );
    expect(device).toMatch(
      /^respa_device=[\w-]{43}; Path=\/api\/auth; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/,
    );
  } finally {
    await secure.stop();
  }
});

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

describe('A file that crawlers and browsers ask for', () => {
  test.each([
    ['/robots.txt', 'text/plain; charset=utf-8', 'Disallow: /api/'],
    ['/sitemap.xml', 'application/xml; charset=utf-8', '/sitemaps/pages.xml</loc>'],
    ['/sitemaps/pages.xml', 'application/xml; charset=utf-8', '/greeting</loc>'],
  ])('%s is real', async (path, type, part) => {
    const answer = await get(path, { accept: 'text/html' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(await answer.text()).toContain(part);
  });
  test('/favicon.ico is a picture', async () => {
    const answer = await get('/favicon.ico');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
    expect([...new Uint8Array(await answer.arrayBuffer()).subarray(0, 4)]).toEqual([0, 0, 1, 0]);
  });
  test('/manifest.webmanifest describes an app whose icons and pages exist', async () => {
    const answer = await get('/manifest.webmanifest');
    expect(answer.headers.get('content-type')).toBe('application/manifest+json');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const manifest = (await answer.json()) as {
      icons: { src: string; sizes: string; purpose: string }[];
      shortcuts: { url: string }[];
      share_target: { action: string; method: string };
    } & Record<string, unknown>;
    expect(manifest).toMatchObject({ name: 'Респа', lang: 'ru', display: 'standalone' });
    for (const { src, sizes } of manifest.icons) {
      const icon = Buffer.from(await (await get(src)).arrayBuffer());
      expect(icon.subarray(1, 4).toString()).toBe('PNG');
      expect(`${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`).toBe(sizes);
    }
    expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(2);
    for (const { url } of manifest.shortcuts) expect((await get(url)).status).toBe(200);
  });
  test('/sw.js is never cached, may only call the site, and names files that exist', async () => {
    const answer = await get('/sw.js');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    );
    const files = (await answer.text()).match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g)!;
    expect(files.length).toBeGreaterThan(20);
    // Few sites use LiveKit: its client is loaded with the first call there.
    expect(files.filter((file) => file.includes('livekit'))).toEqual([]);
    const answers = await Promise.all(files.map(async (file) => (await get(file)).status));
    expect(new Set(answers)).toEqual(new Set([200]));
  });
  test('a share that no service worker took opens the page that says so', async () => {
    const form = new FormData();
    form.append('text', 'Смотри');
    const answer = await fetch(`${app.url}/share`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/share?lost']);
  });
  test('SERVICE_WORKER=off replaces the worker by one that removes itself', async () => {
    const off = await startTestApp({ SERVICE_WORKER: 'off' });
    const script = await (await fetch(`${off.url}/sw.js`)).text();
    expect(script).toContain('registration.unregister()');
    expect(script).not.toContain('/assets/');
    expect(await (await fetch(`${off.url}/home`)).text()).toContain('<html data-worker="off" ');
    expect(await (await get('/home')).text()).not.toContain('data-worker');
    await off.stop();
  });
  test.each(['/nothing.webmanifest', '/nothing.js', '/nothing.php', '/user/x/avatar.png', '/.env'])(
    '%s does not exist',
    async (path) => {
      const answer = await get(path, { accept: 'text/html' });
      expect([answer.status, answer.headers.get('content-type')]).not.toContain(
        'text/html; charset=utf-8',
      );
      expect(answer.status).toBe(404);
    },
  );
  test('search words may end like a file', async () => {
    expect((await get('/videohost/search/node.js', { accept: 'text/html' })).status).toBe(200);
  });
});
