import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/driver.ts';
import { getRaw, serveSite } from '../support/open-site.ts';

const app = await serveSite();
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { headers });

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
      const [plain, packed] = [
        await getRaw(app, path, 'identity'),
        await getRaw(app, path, 'gzip, br'),
      ];
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
      const { answer, bytes } = await getRaw(app, path, 'identity');
      expect([400, 404, 200]).toContain(answer.statusCode);
      expect(bytes.toString()).not.toMatch(/"workspaces"|"isEntry"|"dependencies"/);
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
