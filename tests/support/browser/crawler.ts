import type { Page, Request } from '@playwright/test';
import { makeControls, type Scan } from './controls.ts';
import type { Screen } from './every-screen.ts';
import { patient } from '../patience.ts';

const isStream = (request: Request): boolean =>
  /\/api\/(live|connect\/|group\/connect\/)/.test(request.url());
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });
const REST_MS = 20_000;
const CALM_MS = 40;
// In ms: a response is drawn a little later than it arrives.
const ANSWER_CALM_MS = 120;
// In ms: React delays the content of a loaded chunk by up to 300 ms to avoid flicker.
const CHUNK_CALM_MS = 360;
const EFFECT_MS = 8_000;

/**
 * Returns whether a path is a page: not an anchor on the same page, and not a document of the
 * server, such as its API reference.
 */
const isScreen = (path: string): boolean => !path.startsWith('#') && !path.startsWith('/api/');
export type Crawler = Awaited<ReturnType<typeof makeCrawler>>;

type Options = {
  me: string;
  touch: boolean;
  widths: readonly number[];
  skip: RegExp;
  once?: boolean;
};
/**
 * Crawls pages in one browser page: opens them, presses their controls, follows their links, and
 * records everything that goes wrong. With `once`, a control that appears on many pages is pressed on
 * the first of them.
 */
export async function makeCrawler(page: Page, { me, touch, widths, skip, once = false }: Options) {
  const problems: string[] = [];
  const pending = new Set<Request>();
  const explored = new Set<string>();
  /** The page on which a control was seen first. */
  const signs = new Map<string, string>();
  let where = '';
  let outside = 0;
  let chunks = 0;
  let mayRefuse = false;
  /** Whether the page before this one showed an error. */
  let cameFromRefused = false;
  let presses = 0;
  const { height } = page.viewportSize()!;
  const note = (what: string) => {
    problems.push(`${where}: ${what}`);
  };

  await page.addInitScript({ content: `window.controls = (${makeControls.toString()})();` });
  page.on('request', (request) => {
    if (isStream(request)) return;
    outside += 1;
    if (request.url().endsWith('.js')) chunks += 1;
    pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  page.on('response', (response) => {
    if (response.status() >= 500)
      note(`${response.status()} на ${response.request().method()} ${response.url()}`);
  });
  page.on('pageerror', (error) => note(`ошибка страницы: ${error.message}`));
  page.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource');
    // The crawler itself deletes things that messages link to.
    const isGoneCard = /^\/(?:messages|chat)\//.test(pathHere()) && message.text().includes('404');
    if (message.type() === 'error' && !(isRefusal && (mayRefuse || isGoneCard)))
      note(`ошибка в консоли: ${message.text()} ${message.location().url}`);
  });
  page.on('filechooser', () => {
    outside += 1;
  });
  page.on('dialog', (dialog) => {
    outside += 1;
    void dialog.dismiss();
  });

  /** Different ids do not make another page, but a different owner does. */
  const keyOf = ({ path, isRefused }: Screen) =>
    `${patternOf(path)}${isRefused === true ? ', которой нет' : ''}`;
  const patternOf = (path: string) =>
    path
      .replace(/[?#].*$/, '')
      .replaceAll(me, '{me}')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}');
  const isGallery = (path: string) => path.startsWith('/test-page');
  const pathHere = () => new URL(page.url()).pathname;

  /** Waits until no request is running, no bones are left and the page has settled. */
  async function rest(calm = CALM_MS): Promise<void> {
    const ends = Date.now() + REST_MS;
    while (Date.now() < ends) {
      if (pending.size > 0) await pause(10);
      // A page that is being left does not respond.
      else if (
        (await page.evaluate((ms) => window.controls.rest(ms), calm).catch(() => false)) &&
        pending.size === 0
      )
        return;
    }
    note(
      `не приходит в покой: ${[...pending].map((request) => request.url()).join(' ')} ${await page.evaluate(() => window.controls.pendingReason()).catch(() => '')}`,
    );
  }
  async function checkLooks(): Promise<void> {
    for (const width of widths) {
      if (page.viewportSize()!.width !== width) await page.setViewportSize({ width, height });
      const wide = await page.evaluate(() =>
        window.controls.rest(0).then(() => window.controls.tooWide()),
      );
      if (wide.length > 0) note(`шире экрана при ${width}: ${wide.join('; ')}`);
    }
    if (page.viewportSize()!.width !== widths[0]!)
      await page.setViewportSize({ width: widths[0]!, height });
  }
  /** Waits for the page of a pressed link: something else may have changed on the page before it. */
  async function arrive(path: string): Promise<void> {
    const wanted = path.replace(/[?#].*$/, '');
    if (path === '/' || pathHere() === wanted) return;
    await page
      .waitForURL(({ pathname }) => pathname === wanted, { timeout: EFFECT_MS })
      .catch(() => {});
    await rest();
  }
  async function checkFound(path: string): Promise<void> {
    // The root redirects to the user's start page.
    if (path !== '/' && pathHere() !== path.replace(/[?#].*$/, ''))
      note(`${path} привела на ${pathHere()}`);
    const words = await page.locator('main').innerText();
    if (!mayRefuse && !isGallery(path) && /Страница не найдена|Так(?:ой|ого|их) .+ нет/.test(words))
      note(`${path}: ${words.slice(0, 60)}`);
  }
  async function open(path: string): Promise<void> {
    await page.goto(path);
    await rest();
  }
  /** Presses a control of the last scan. Returns 'gone' if it was removed meanwhile. */
  async function press(key: string, route: string): Promise<'done' | 'gone' | 'dead'> {
    let spot = await page.evaluate((query) => window.controls.bringIntoView(query), key);
    if (pending.size > 0) {
      // Scrolling to it loaded more of a list.
      await rest();
      spot = await page.evaluate((query) => window.controls.bringIntoView(query), key);
    }
    if (
      route === '' &&
      typeof spot === 'string' &&
      spot !== 'ушла' &&
      (await page.evaluate(() => window.controls.overlays())) > 0
    ) {
      // The dialog of the previous press opened only now.
      await closeOverlay(key);
      spot = await page.evaluate((query) => window.controls.bringIntoView(query), key);
    }
    if (
      typeof spot === 'string' &&
      spot !== 'ушла' &&
      (await page.evaluate(() => document.fullscreenElement !== null))
    ) {
      // A busy machine enters a video's full screen only when the next control is looked up.
      await page.evaluate(() => document.exitFullscreen());
      await rest();
      spot = await page.evaluate((query) => window.controls.bringIntoView(query), key);
    }
    if (spot === 'ушла') return 'gone';
    if (typeof spot === 'string') {
      note(`«${key}» ${spot}`);
      return 'done';
    }
    presses += 1;
    if (!touch) await page.mouse.move(spot.x, spot.y);
    if (!(await page.evaluate((query) => window.controls.arm(query), key))) return 'gone';
    const [asked, loaded] = [outside, chunks];
    if (touch) await page.touchscreen.tap(spot.x, spot.y);
    else await page.mouse.click(spot.x, spot.y);
    const ends = Date.now() + EFFECT_MS;
    while (Date.now() < ends) {
      const seen = await page
        .evaluate(() => ({
          isPressed: window.controls.isPressed(),
          hasChanged: window.controls.hasChanged(),
        }))
        .catch(() => ({ isPressed: true, hasChanged: true }));
      if (!seen.isPressed || !(seen.hasChanged || outside > asked)) continue;
      await rest();
      if (outside > asked) await rest(chunks > loaded ? CHUNK_CALM_MS : ANSWER_CALM_MS);
      return 'done';
    }
    return 'dead';
  }
  async function closeOverlay(route: string): Promise<void> {
    await page.evaluate(() => window.controls.remember());
    await page.keyboard.press('Escape');
    await page
      .waitForFunction(() => window.controls.isClosed(), undefined, {
        timeout: patient(5_000),
      })
      .catch(() => note(`«${route}» не закрывается по Escape`));
    await rest();
  }
  /**
   * Presses everything on the page. What a press opens is crawled too, once, wherever it is opened
   * from.
   */
  async function pressAll(path: string, onScan: (scan: Scan) => void): Promise<void> {
    const pressed = new Set<string>();
    const openers = new Map<string, string>();
    let opener = '';
    for (;;) {
      const scan = await page.evaluate(() => window.controls.scan());
      if (scan.place === '') onScan(scan);
      else if (!openers.has(scan.place) && opener !== '') openers.set(scan.place, opener);
      for (const { name, key, sign } of scan.controls) {
        if (name === '') note(`без имени: ${key}`);
        if (!signs.has(sign)) signs.set(sign, where);
      }
      const next = scan.controls.find(
        ({ key, name, sign }) =>
          !pressed.has(key) &&
          !explored.has(key) &&
          !skip.test(name) &&
          !(once && scan.place === '' && signs.get(sign) !== where),
      );
      if (next === undefined) {
        if (scan.place === '') return;
        openers.delete(scan.place);
        await closeOverlay(scan.place);
        if ((await page.evaluate(() => window.controls.overlays())) > 0) await open(path);
        continue;
      }
      // A post's card is the same on every page, and so is a dialog.
      (scan.place === '' && !next.key.endsWith(' в записи') ? pressed : explored).add(next.key);
      const came = await press(next.key, scan.place);
      if (came === 'dead') note(`«${next.name}» ничего не делает`);
      if (scan.place === '') opener = next.key;
      else if ((await page.evaluate(() => window.controls.scan().place)) !== scan.place) {
        // A dialog that closed before all of it was crawled is opened again.
        for (const done of [pressed, explored]) done.delete(openers.get(scan.place) ?? '');
      }
      if (pathHere() !== path) {
        const own = mayRefuse;
        // A press that replaced this page in the history goes back to the one before it.
        mayRefuse ||= cameFromRefused;
        await page.goBack();
        await rest();
        mayRefuse = own;
        if (pathHere() !== path) await open(path);
      }
    }
  }

  return {
    problems,
    presses: () => presses,
    /**
     * Crawls the pages and everything that their links lead to: by pressing a visible link,
     * otherwise by the address.
     */
    async walk(screens: readonly Screen[]): Promise<void> {
      const seen = new Set<string>();
      const known = new Map(screens.map((screen) => [keyOf(screen), screen]));
      const onScan = ({ links }: Scan) => {
        for (const { path } of links) {
          if (path === '' || path.endsWith('#')) note('ссылка никуда');
          else if (isScreen(path) && !known.has(patternOf(path)))
            known.set(patternOf(path), { name: path, path });
        }
      };
      for (;;) {
        // The gallery's sample links lead nowhere.
        const scan =
          seen.size === 0 || isGallery(pathHere())
            ? null
            : await page.evaluate(() => window.controls.scan());
        const link = scan?.links.find(
          ({ path, key }) => key !== '' && isScreen(path) && !seen.has(patternOf(path)),
        );
        const screen =
          link === undefined
            ? [...known].find(([pattern]) => !seen.has(pattern))?.[1]
            : { name: '', path: link.path };
        if (screen === undefined) return;
        const { path } = screen;
        const pattern = keyOf(screen);
        cameFromRefused = mayRefuse;
        // The gallery shows how a missing picture looks.
        mayRefuse = isGallery(path) || (screen.isRefused ?? false);
        if (link === undefined) {
          where = pattern;
          await open(path);
        } else {
          where = `${where} → ${pattern}`;
          const came = await press(link.key, scan!.place);
          if (came === 'gone') continue;
          if (came === 'dead') note(`ссылка ${path} ничего не делает`);
          await arrive(path);
        }
        await checkFound(path);
        where = pattern;
        seen.add(pattern);
        await checkLooks();
        if (isGallery(path)) continue;
        await pressAll(path, onScan);
      }
    },
  };
}
