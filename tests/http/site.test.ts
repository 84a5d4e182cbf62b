import { PLAYER_ORIGINS } from '@respa/contract/players';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/driver.ts';
import { getRaw, serveSite } from '../support/open-site.ts';

const app = await serveSite();
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
    } = await getRaw(app, '/greeting', 'br');
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
