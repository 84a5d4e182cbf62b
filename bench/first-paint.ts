import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEMO_PASSWORD } from '../packages/server/src/app/demo/members.ts';
import { BarePage } from './bare-page.ts';
import { signIn, type Signed } from './calls.ts';
import { median } from './volley.ts';

const SIZE = { width: 1280, height: 860 };
/**
 * The landing page may paint this many times later than an empty page, and content may take this
 * long.
 */
const [LANDING_TIMES, CONTENT_MS] = [3, 700];
const SETTLED_MS = 1_500;

type Case = {
  path: string;
  /** A selector of something that only the page's own content has. */
  content: string;
  isMember?: boolean;
};
const CASES: readonly Case[] = [
  { path: '/greeting', content: 'main h1' },
  { path: '/login', content: 'input[type=password]' },
  { path: '/register', content: 'input[type=password]' },
  { path: '/store', content: 'a[href^="/store/"]' },
  { path: '/home', content: 'article', isMember: true },
  { path: '/messages', content: 'a[href^="/messages/"], a[href^="/chat/"]', isMember: true },
  { path: '/games', content: 'a[href^="/app/"]', isMember: true },
  { path: '/friends', content: 'a[href^="/user/"] img, a[href^="/user/"] svg', isMember: true },
];
type Visit = { paint: number; content: number; files: number; lastFile: number };

/** Serves an empty page: the least that any page needs in this browser on this machine. */
async function serveEmptyPage(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><title>Пусто</title><main><h1>Пусто</h1></main>');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    stop: () => server.close(),
  };
}

async function openPage(executable: string, me: Signed | undefined): Promise<BarePage> {
  const page = await BarePage.open(executable, SIZE);
  if (me === undefined) return page;
  const [name, value] = me.cookie;
  await page.send('Storage.setCookies', {
    cookies: [{ name, value, domain: 'localhost', path: '/media' }],
  });
  const session = JSON.stringify(
    JSON.stringify({ userId: me.id, token: me.token, activated: true }),
  );
  await page.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `localStorage.setItem('respa.session', ${session});`,
  });
  return page;
}

/** Opens an address with an empty cache. Returns times since the navigation began, in ms. */
async function visit(page: BarePage, url: string, content: string): Promise<Visit> {
  await page.send('Network.clearBrowserCache');
  const { identifier } = await page.send<{ identifier: string }>(
    'Page.addScriptToEvaluateOnNewDocument',
    {
      source: `(() => {
        const look = () => {
          if (document.querySelector(${JSON.stringify(content)}))
            setTimeout(() => { window.contentAt = performance.now(); });
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      })();`,
    },
  );
  await page.open(url, () =>
    Number.isFinite((globalThis as unknown as { contentAt?: number }).contentAt),
  );
  await new Promise((resolve) => {
    setTimeout(resolve, SETTLED_MS);
  });
  const seen = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const at = (globalThis as unknown as { contentAt: number }).contentAt;
    const before = files.filter(({ startTime }) => startTime < at);
    return {
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      content: at,
      files: before.length,
      lastFile: Math.max(0, ...before.map(({ startTime }) => startTime)),
    };
  });
  await page.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
  await page.send('Page.navigate', { url: 'about:blank' });
  return seen;
}

/**
 * Measures how soon pages are painted and show their content with an empty cache, beside an empty
 * page in the same browser. Returns the missed targets.
 */
export async function measureFirstPaint(port: number, times: number): Promise<string[]> {
  const executable = process.env['CHROMIUM_PATH'] ?? '';
  if (executable === '') {
    console.log('\nПервая отрисовка: нет Chromium, замер пропущен');
    return [];
  }
  const me = await signIn(port, 'm1@demo.respa', DEMO_PASSWORD);
  const empty = await serveEmptyPage();
  const [outside, inside] = [await openPage(executable, undefined), await openPage(executable, me)];
  const missed: string[] = [];
  try {
    const measured = new Map<string, Visit[]>();
    for (let time = 0; time <= times; time += 1)
      for (const { path, content, isMember } of [{ path: '', content: 'h1' } as Case, ...CASES]) {
        const seen = await visit(
          isMember === true ? inside : outside,
          path === '' ? empty.url : `http://localhost:${port}${path}`,
          content,
        );
        // The first round warms the browser and the server.
        if (time > 0) measured.set(path, [...(measured.get(path) ?? []), seen]);
      }
    const of = (path: string, read: (visit: Visit) => number) =>
      median(measured.get(path)!.map(read));
    const base = of('', ({ paint }) => paint);
    console.log(
      `\nПервая отрисовка с пустым кэшем, медианы ${times}, мс; пустая страница ${base.toFixed(0)}`,
    );
    console.log(
      'Страница      отрисовка  во сколько раз  содержание  файлов до него  последний запрошен',
    );
    for (const { path } of CASES) {
      const [paint, content] = [of(path, (one) => one.paint), of(path, (one) => one.content)];
      console.log(
        `${path.padEnd(12)} ${paint.toFixed(0).padStart(10)} ${(paint / base).toFixed(1).replace('.', ',').padStart(15)} ${content.toFixed(0).padStart(11)} ${of(
          path,
          (one) => one.files,
        )
          .toFixed(0)
          .padStart(15)} ${of(path, (one) => one.lastFile)
          .toFixed(0)
          .padStart(19)}`,
      );
      if (path === '/greeting' && paint > base * LANDING_TIMES)
        missed.push(
          `/greeting: отрисовка в ${(paint / base).toFixed(1)} раза позже пустой страницы при цели ${LANDING_TIMES}`,
        );
      if (content > CONTENT_MS)
        missed.push(`${path}: содержание через ${content.toFixed(0)} мс при цели ${CONTENT_MS}`);
    }
    return missed;
  } finally {
    await outside.close();
    await inside.close();
    empty.stop();
  }
}
