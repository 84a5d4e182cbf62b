import type { CDPSession, Page } from '@playwright/test';
import { median } from './volley.ts';
import { isBrowserHere, World } from '../tests/support/browser/world.ts';

// The reference phone of the specification: a processor four times slower, 150 ms round trip, 1.6
// Mbit/s.
const SLOWDOWN = 4;
const ROUND_TRIP_MS = 150;
const BYTES_A_SECOND = 1_600_000 / 8;
const [COLD_MS, WARM_MS, INP_MS] = [2_500, 1_500, 200];
const SETTLED_MS = 2_500;

async function slow(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return session;
}
/**
 * Returns the milliseconds until the largest content of the page was painted, and how much the
 * layout shifted.
 */
async function paint(page: Page, path: string): Promise<{ lcp: number; cls: number }> {
  await page.goto(path, { waitUntil: 'load' });
  await page.getByRole('article').first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let cls = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[])
            if (!entry.hadRecentInput) cls += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        new PerformanceObserver((list) =>
          setTimeout(() => resolve({ lcp: list.getEntries().at(-1)!.startTime, cls }), 100),
        ).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}
/**
 * Returns the slowest response of the page to a press, among the presses of a member: like,
 * comments, menu, typing, another page.
 */
async function press(page: Page): Promise<number> {
  await page.evaluate(() => {
    const durations: number[] = [];
    (globalThis as unknown as { durations: number[] }).durations = durations;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) durations.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  const post = page.getByRole('article').first();
  await post.getByRole('button', { name: /Нравится пост/ }).tap();
  await post.getByRole('button', { name: /^Комментарии/ }).tap();
  await post.getByLabel('Комментарий', { exact: true }).tap();
  await page.keyboard.type('Красота');
  await post.getByRole('button', { name: 'Действия с постом' }).tap();
  await page.keyboard.press('Escape');
  await page.waitForTimeout(SETTLED_MS);
  return page.evaluate(() =>
    Math.max(0, ...(globalThis as unknown as { durations: number[] }).durations),
  );
}

/** Measures /home on a phone: cold, warm, and while it is used. Returns the missed targets. */
export async function measurePhone(times: number): Promise<string[]> {
  if (!isBrowserHere) {
    console.log('\nТелефон: нет Chromium, замер пропущен');
    return [];
  }
  const world = await new World().open({ demo: true });
  try {
    const [cold, warm, presses, moves]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let time = 0; time < times; time += 1) {
      const context = await world.newContext({
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        deviceScaleFactor: 2,
      });
      await world.enterDemo(context);
      const first = await context.newPage();
      await slow(first);
      const paints = await paint(first, '/home');
      cold.push(paints.lcp);
      await first.close();
      const second = await context.newPage();
      await slow(second);
      const again = await paint(second, '/home');
      warm.push(again.lcp);
      moves.push(paints.cls, again.cls);
      presses.push(await press(second));
      await context.close();
    }
    const [coldLcp, warmLcp, inp, cls] = [
      median(cold),
      median(warm),
      median(presses),
      Math.max(...moves),
    ];
    console.log(
      `\n/home на телефоне (процессор 1/${SLOWDOWN}, ${ROUND_TRIP_MS} мс, 1,6 Мбит/с), медианы ${times}: LCP без кэша ${coldLcp.toFixed(0)} мс, с кэшем ${warmLcp.toFixed(0)} мс, INP ${inp.toFixed(0)} мс, наибольший CLS ${cls.toFixed(3)}`,
    );
    return [
      ...(coldLcp > COLD_MS
        ? [`/home без кэша: LCP ${coldLcp.toFixed(0)} мс при цели ${COLD_MS}`]
        : []),
      ...(warmLcp > WARM_MS
        ? [`/home с кэшем: LCP ${warmLcp.toFixed(0)} мс при цели ${WARM_MS}`]
        : []),
      ...(inp > INP_MS ? [`/home: INP ${inp.toFixed(0)} мс при цели ${INP_MS}`] : []),
    ];
  } finally {
    await world.close();
  }
}
