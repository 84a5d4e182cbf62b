import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  html,
  redirect,
  startHostileSite,
  type HostileSite,
} from '#tests/support/servers/hostile-site.ts';
import { isPublicAddress } from './address-guard.ts';
import { makeSafeFetch, type FetchLimits } from './safe-fetch.ts';

const LIMITS: FetchLimits = {
  timeoutMs: 10_000,
  maxBytes: 64 * 1024,
  redirects: 3,
  accept: 'text/html',
  accepts: (type) => type === 'text/html',
};
let site: HostileSite;
beforeAll(async () => {
  site = await startHostileSite();
});
afterAll(() => site.stop());

/** The other site's address stands for one of the public internet; its port, for 80. */
const PUBLIC = '127.0.0.1';
const isAllowed = (address: string, port: number) =>
  (address === PUBLIC && port === site.port) || (isPublicAddress(address) && port === 80);
const userAgent = 'RespaBot';
const fetchSite = makeSafeFetch({ userAgent, isAllowed, resolve: async () => [PUBLIC] });
const strict = makeSafeFetch({ userAgent });

test('reads a page, follows three redirects and not a fourth', async () => {
  site.pages['/page'] = html('<title>Страница</title>', {
    'content-type': 'text/html; charset=UTF-8',
  });
  for (const hop of [1, 2, 3, 4])
    site.pages[`/hop${hop}`] = redirect(hop === 1 ? '/page' : `/hop${hop - 1}`);
  expect(await fetchSite(site.at('/hop3#part'), LIMITS)).toMatchObject({
    url: site.at('/page'),
    type: 'text/html',
    charset: 'utf-8',
    body: Buffer.from('<title>Страница</title>'),
  });
  await expect(fetchSite(site.at('/hop4'), LIMITS)).rejects.toThrow('too many redirects');
});

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0/',
  'http://８.８.８.８:8080/',
  'http://8.8.8.8:22/',
  'https://8.8.8.8:5432/',
])('does not connect to %s', async (address) => {
  await expect(strict(address, LIMITS)).rejects.toThrow('the host is not in the public internet');
});
test.each(['ftp://8.8.8.8/', 'file:///etc/passwd', 'gopher://8.8.8.8/', 'data:text/html,1'])(
  'does not open %s',
  async (address) => {
    await expect(strict(address, LIMITS)).rejects.toThrow('not http');
  },
);
test('refuses an address with a password', async () => {
  await expect(strict('http://a:b@8.8.8.8/', LIMITS)).rejects.toThrow('has a password');
});

test('refuses a name with any private address among its addresses', async () => {
  const both = makeSafeFetch({ userAgent, resolve: async () => ['8.8.8.8', '10.0.0.1'] });
  await expect(both('http://both.example/', LIMITS)).rejects.toThrow('not in the public internet');
});

test('connects to the address that it has checked when a name changes its address', async () => {
  site.pages['/rebound'] = html('<title>Та же страница</title>');
  const secret = await startHostileSite({ '/rebound': html('<title>Тайна</title>') }, '127.0.0.2');
  const answers = [[PUBLIC], ['127.0.0.2']];
  let asked = 0;
  const rebinding = makeSafeFetch({
    userAgent,
    isAllowed,
    resolve: async () => answers[asked++] ?? ['127.0.0.2'],
  });
  try {
    const { body } = await rebinding(site.at('/rebound', 'rebinding.example'), LIMITS);
    expect(String(body)).toContain('Та же страница');
    expect(asked).toBe(1);
    // The next request resolves again, and is checked again.
    await expect(rebinding(site.at('/rebound', 'rebinding.example'), LIMITS)).rejects.toThrow(
      'not in the public internet',
    );
    expect(secret.requests).toEqual([]);
  } finally {
    await secret.stop();
  }
});

test.each([
  'http://127.0.0.1/',
  'http://[::1]/',
  'http://2130706433/',
  'http://[::ffff:7f00:1]/',
  'http://169.254.169.254/',
  'http://10.0.0.1/',
  '//127.0.0.1/',
])('does not follow a redirect to %s', async (location) => {
  site.pages['/away'] = redirect(location);
  await expect(fetchSite(site.at('/away'), LIMITS)).rejects.toThrow('not in the public internet');
});
test('does not follow a redirect to another port or scheme', async () => {
  site.pages['/port'] = redirect('http://site.example:22/');
  await expect(fetchSite(site.at('/port'), LIMITS)).rejects.toThrow('not in the public internet');
  site.pages['/file'] = redirect('file:///etc/passwd');
  await expect(fetchSite(site.at('/file'), LIMITS)).rejects.toThrow('not http');
});
test('checks the address again after a redirect to another name', async () => {
  site.pages['/moved'] = redirect(site.at('/inner', 'inner.example'));
  site.pages['/inner'] = html('<title>Внутри</title>');
  const fetchMoved = makeSafeFetch({
    userAgent,
    isAllowed,
    resolve: async (host) => (host === 'inner.example' ? ['192.168.0.10'] : [PUBLIC]),
  });
  await expect(fetchMoved(site.at('/moved'), LIMITS)).rejects.toThrow('not in the public internet');
});

test('stops reading a body without an end', async () => {
  site.pages['/endless'] = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const piece = Buffer.alloc(16 * 1024, 'a');
    const more = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', more);
    more();
  };
  await expect(fetchSite(site.at('/endless'), LIMITS)).rejects.toThrow('too long');
  const { body } = await fetchSite(site.at('/endless'), { ...LIMITS, isCut: true });
  expect(body.length).toBe(LIMITS.maxBytes);
});

test('gives up on a body that drips, and on a server that does not answer', async () => {
  site.pages['/drip'] = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const dripping = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(dripping));
  };
  site.pages['/silent'] = () => {};
  for (const path of ['/drip', '/silent'])
    await expect(fetchSite(site.at(path), { ...LIMITS, timeoutMs: 300 })).rejects.toThrow(
      /abort|timeout/i,
    );
});
test('counts the time of a resolver that does not answer', async () => {
  const waiting = makeSafeFetch({
    userAgent,
    resolve: (_, signal) =>
      new Promise((_done, failed) => {
        signal.addEventListener('abort', () => failed(signal.reason));
      }),
  });
  await expect(waiting('http://slow.example/', { ...LIMITS, timeoutMs: 50 })).rejects.toThrow(
    /timeout/i,
  );
});

test('counts the bytes of a compressed body as they unfold', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(70 * 1024);
  site.pages['/bomb'] = html(bomb, { 'content-encoding': 'gzip' });
  site.pages['/brotli'] = html(brotliCompressSync(Buffer.alloc(8 * 1024 * 1024)), {
    'content-encoding': 'br',
  });
  for (const path of ['/bomb', '/brotli']) {
    await expect(fetchSite(site.at(path), LIMITS)).rejects.toThrow('too long');
    const { body } = await fetchSite(site.at(path), { ...LIMITS, isCut: true });
    expect(body.length).toBe(LIMITS.maxBytes);
  }
});
test('stops reading a compressed body that unfolds to nothing', async () => {
  // Members of a gzip file that hold no bytes.
  const nothing = Buffer.concat(Array.from({ length: 400 }, () => gzipSync('')));
  site.pages['/nothing'] = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    const more = () => {
      while (!response.destroyed && response.write(nothing));
    };
    response.on('drain', more);
    more();
  };
  await expect(fetchSite(site.at('/nothing'), LIMITS)).rejects.toThrow('too long');
});
test('reads a compressed page, and refuses a broken or unknown encoding', async () => {
  const text = '<title>Сжато</title>';
  site.pages['/gzip'] = html(gzipSync(text), { 'content-encoding': 'gzip' });
  expect(String((await fetchSite(site.at('/gzip'), LIMITS)).body)).toBe(text);
  site.pages['/broken'] = html('not gzip', { 'content-encoding': 'gzip' });
  await expect(fetchSite(site.at('/broken'), LIMITS)).rejects.toThrow(/incorrect header/);
  site.pages['/zstd'] = html(text, { 'content-encoding': 'zstd' });
  await expect(fetchSite(site.at('/zstd'), LIMITS)).rejects.toThrow('unknown encoding');
});

test('refuses other types, other statuses and headers without an end', async () => {
  site.pages['/json'] = html('{}', { 'content-type': 'application/json' });
  await expect(fetchSite(site.at('/json'), LIMITS)).rejects.toThrow('another type');
  site.pages['/untyped'] = html('', { 'content-type': '' });
  await expect(fetchSite(site.at('/untyped'), LIMITS)).rejects.toThrow('another type');
  await expect(fetchSite(site.at('/none'), LIMITS)).rejects.toThrow('a 404');
  site.pages['/headers'] = html('', { 'x-long': 'a'.repeat(40_000) });
  await expect(fetchSite(site.at('/headers'), LIMITS)).rejects.toThrow(/Header overflow/);
});
test('refuses a server that does not speak HTTP', async () => {
  const server = createServer((socket) =>
    socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9.9\r\n'),
  );
  await new Promise<void>((done) => {
    server.listen(0, PUBLIC, done);
  });
  const { port } = server.address() as { port: number };
  const fetchAny = makeSafeFetch({
    userAgent,
    isAllowed: () => true,
    resolve: async () => [PUBLIC],
  });
  await expect(fetchAny(`http://ssh.example:${port}/`, LIMITS)).rejects.toThrow(/Parse Error/);
  server.close();
});
test('sends no cookies, no referrer and the name of this site', async () => {
  let headers = {};
  site.pages['/headers-seen'] = (request, response) => {
    headers = request.headers;
    html('')(request, response);
  };
  await fetchSite(site.at('/headers-seen'), LIMITS);
  expect(Object.keys(headers).sort()).toEqual([
    'accept',
    'accept-encoding',
    'accept-language',
    'connection',
    'host',
    'user-agent',
  ]);
});
