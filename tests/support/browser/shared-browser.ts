import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { patient } from '../patience.ts';

/** The CPU slowdown of every page: reveals what a test only passes by luck. */
const SLOWNESS = Number(process.env['RESPA_TEST_SLOW'] ?? '1');
/**
 * The pages of a test live for seconds, so the engine's optimisations cost more than they bring.
 * Benchmarks use the engine as users have it.
 */
const engine =
  process.env['VITEST'] === undefined
    ? []
    : ['--js-flags=--single-threaded,--max-lazy,--no-opt,--no-maglev'];
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
}

/** The tests of one worker share its browser, which ends with it: every context is isolated. */
let launched: Promise<Browser> | undefined;
async function launch(): Promise<Browser> {
  try {
    const browser = await launchChromium();
    browser.on('disconnected', forgetBrowser);
    return browser;
  } catch (error) {
    forgetBrowser();
    throw error;
  }
}
/**
 * A browser that failed to start or crashed affects one test only: the next one launches another.
 */
const forgetBrowser = () => {
  launched = undefined;
};
function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH']!,
    // Without a UTF-8 locale, Chromium can neither save nor pick files with Russian names.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    // The fake microphone beeps every second and needs no permission.
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      // A name of this machine to which browsers give no secure page.
      '--host-resolver-rules=MAP home.respa.test 127.0.0.1',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
      ...engine,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });
}

/** For programs outside the test workers. */
export async function closeBrowser(): Promise<void> {
  await (await launched)?.close();
  launched = undefined;
}

/** Returns a new context of the shared browser, with the time zone and language of a member. */
export async function createContext(
  baseURL: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> {
  const browser = await (launched ??= launch());
  const context = await browser.newContext({
    baseURL,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
    colorScheme: 'dark',
    // The site works without its service worker, and tests change requests that it would send itself.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(patient(15_000) * Math.max(1, SLOWNESS / 4));
  if (SLOWNESS > 1) context.on('page', (page) => void slowDown(page));
  return context;
}
