import { DEMO_PASSWORD } from '../packages/server/src/app/demo/members.ts';
import { BarePage } from './bare-page.ts';
import { signIn, type Signed } from './calls.ts';

/** One flick of a wheel: a step each frame, fast at first. */
const FLICK = [120, 360, 480, 420, 340, 260, 180, 120, 80, 40];
const [STEP_MS, REST_MS] = [16, 160];
const SIZE = { width: 1280, height: 860 };
export type Way = 'up' | 'down';

/** Flicks the wheel over a point until a condition holds. */
export async function flickUntil(
  page: BarePage,
  [x, y]: [number, number],
  way: Way,
  isThere: () => Promise<boolean>,
): Promise<void> {
  while (!(await isThere())) {
    for (const step of FLICK) {
      void page
        .send('Input.dispatchMouseEvent', {
          type: 'mouseWheel',
          x,
          y,
          deltaX: 0,
          deltaY: way === 'up' ? -step : step,
        })
        .catch(() => {});
      await new Promise((resolve) => {
        setTimeout(resolve, STEP_MS);
      });
    }
    await new Promise((resolve) => {
      setTimeout(resolve, REST_MS);
    });
  }
}

type TraceEvent = {
  name: string;
  ts: number;
  dur?: number;
  tdur?: number;
  pid: number;
  tid: number;
};
/**
 * Traces the page's tasks. The returned function reports the processor time of the longest one
 * between the two marks of the watch, in ms. On a busy machine a task lasts longer than that.
 */
export async function traceTasks(page: BarePage): Promise<() => Promise<number>> {
  const events: TraceEvent[] = [];
  const forget = page.on<{ value: TraceEvent[] }>('Tracing.dataCollected', ({ value }) => {
    for (const event of value)
      if (
        event.name.startsWith('watch-') ||
        (event.name.endsWith('RunTask') && (event.tdur ?? 0) > 5_000)
      )
        events.push(event);
  });
  await page.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  });
  return async () => {
    const done = new Promise<void>((resolve) => {
      const hush = page.on('Tracing.tracingComplete', () => {
        hush();
        resolve();
      });
    });
    await page.send('Tracing.end');
    await done;
    forget();
    const [begins, ends] = ['watch-begins', 'watch-ends'].map((name) =>
      events.find((event) => event.name === name)!,
    ) as [TraceEvent, TraceEvent];
    const own = events.filter(
      ({ ts, tdur, pid, tid }) =>
        tdur !== undefined &&
        pid === begins.pid &&
        tid === begins.tid &&
        ts > begins.ts &&
        ts < ends.ts,
    );
    return Math.max(0, ...own.map(({ tdur }) => tdur! / 1000));
  };
}

type PageVisit = { page: BarePage; url: string; made: string; missed: string[] };
/**
 * Creates a place for a demo member, measures there in a real browser and removes the place;
 * returns the targets that `measure` reports as missed.
 */
export async function inBrowser(
  port: number,
  what: string,
  {
    make,
    measure,
    clear,
  }: {
    make(me: Signed): Promise<string>;
    measure(visibility: PageVisit): Promise<void>;
    clear(made: string): Promise<void>;
  },
): Promise<string[]> {
  const executable = process.env['CHROMIUM_PATH'] ?? '';
  if (executable === '') {
    console.log(`\n${what}: нет Chromium, замер пропущен`);
    return [];
  }
  const me = await signIn(port, 'm1@demo.respa', DEMO_PASSWORD);
  const made = await make(me);
  const missed: string[] = [];
  try {
    const page = await BarePage.open(executable, SIZE);
    try {
      const [name, value] = me.cookie;
      await page.send('Storage.setCookies', {
        cookies: [{ name, value, domain: 'localhost', path: '/media' }],
      });
      const session = JSON.stringify(
        JSON.stringify({ userId: me.id, token: me.token, activated: true }),
      );
      await page.send('Page.addScriptToEvaluateOnNewDocument', {
        source: `localStorage.getItem('respa.session') ?? localStorage.setItem('respa.session', ${session});`,
      });
      await measure({ page, url: `http://localhost:${port}`, made, missed });
    } finally {
      await page.close();
    }
  } finally {
    await clear(made);
  }
  return missed;
}
