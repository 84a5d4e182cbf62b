import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { recordBrowser } from './responses.ts';
import {
  assertNone,
  RECORDED_LOG_LEVEL,
  recordResponsesAt,
  recordOutput,
  makeLeakRecorder,
} from '../leak-recorder.ts';
import { patient } from '../patience.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
export const isBrowserHere = (process.env['CHROMIUM_PATH'] ?? '') !== '';
export const PASSWORD = 'respawn-2026';

/**
 * The environment variable with the folder of prepared data folders: `demo`, with the six demo
 * members, and `empty`.
 */
export const SEEDED_DATA = 'RESPA_TEST_SEEDED';
/** The environment variable of the shared server: its address, and its mail folder. */
export const COMMON = 'RESPA_TEST_COMMON';
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
/** Fills a data folder with the six demo members and thirty others. */
export async function fillSeedDatabase(dataDir: string): Promise<void> {
  const child = spawn(
    process.execPath,
    ['packages/server/src/app/demo/fill-demo.ts', '--members', '30'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    },
  );
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`the demo ended with ${code}`);
}

async function waitUntilStable(databases: string, name: string): Promise<void> {
  const ends = Date.now() + 240_000;
  while (!existsSync(join(databases, name))) {
    if (existsSync(join(databases, `${name}-failed`)) || Date.now() > ends)
      throw new Error(`there is no ${name} to copy`);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = (server.address() as { port: number }).port;
  server.close();
  await once(server, 'close');
  return port;
}

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
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
      ...engine,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });
}

/** Stores a session, so that the first page of a context is signed in. */
export const keepSession = async (
  context: BrowserContext,
  { id, token }: { id: string; token: string | undefined },
): Promise<void> => {
  await context.addInitScript(
    (kept) => {
      if (localStorage.getItem('respa.session') === null)
        localStorage.setItem('respa.session', kept);
    },
    JSON.stringify({ userId: id, token, activated: true }),
  );
};

/** For programs outside the test workers. */
export async function closeBrowser(): Promise<void> {
  await (await launched)?.close();
  launched = undefined;
}

type Session = { token: string; userId: string; cookie: string[] };
type App = { demo?: boolean; fresh?: boolean; limits?: boolean; env?: Record<string, string> };
export type Joined = { page: Page; context: BrowserContext; email: string; id: string };

/**
 * A server started as on a user's machine, a real SMTP server, and users with browsers. Everything
 * the server prints, sends and emails is checked for leaks.
 */
export class World {
  readonly folder = mkdtempSync(join(tmpdir(), 'respa-story-'));
  port = 0;
  url = '';
  #server: ChildProcess | undefined;
  #post: ChildProcess | undefined;
  #postPort = 0;
  #mails = join(this.folder, 'mails');
  #recorder = makeLeakRecorder(join(this.folder, 'data'));
  #endListening = () => {};
  #contexts: { context: BrowserContext; heard: () => Promise<void> }[] = [];
  #env: Record<string, string> = {};

  /** Creates a world for an existing server: browsers only. */
  static at(url: string): World {
    const world = new World();
    world.url = url;
    return world;
  }
  /**
   * Uses the server shared by all tests that work only with their own members and objects. It has
   * no rate limits.
   */
  async openCommon(): Promise<this> {
    const common = process.env[COMMON];
    if (common === undefined) return this.open({ limits: false });
    [this.url, this.#mails] = JSON.parse(common) as [string, string];
    this.#endListening = recordResponsesAt(this.url, this.#recorder);
    return this;
  }
  /**
   * Starts a separate server. With `demo`, the six demo members exist already. With `fresh`, the
   * data folder is empty, as on the first start.
   * Without `limits`, a test may do in a moment what takes users an hour. `env` holds settings of
   * the server.
   */
  async open({ demo = false, fresh = false, limits = true, env = {} }: App = {}): Promise<this> {
    this.#env = { RATE_LIMITS: limits ? 'on' : 'off', ...env };
    this.port = await freePort();
    this.url = `http://localhost:${this.port}`;
    this.#endListening = recordResponsesAt(this.url, this.#recorder);
    const prepared = process.env[SEEDED_DATA];
    if (prepared !== undefined && !fresh) {
      if (demo) await waitUntilStable(prepared, 'demo');
      cpSync(join(prepared, demo ? 'demo' : 'empty'), join(this.folder, 'data'), {
        recursive: true,
      });
      // A copy gets the permissions of new folders, and PostgreSQL refuses a cluster that others
      // can read.
      chmodSync(join(this.folder, 'data/postgres/cluster'), 0o700);
    } else if (demo) await fillSeedDatabase(join(this.folder, 'data'));
    this.#post = spawn(
      process.execPath,
      [fileURLToPath(new URL('mail-server.ts', import.meta.url)), this.#mails],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = (await once(this.#post.stdout!, 'data')) as [Buffer];
    this.#postPort = Number(line.toString());
    await this.startServer();
    return this;
  }
  get mails(): string {
    return this.#mails;
  }
  async startServer(env: Record<string, string> = {}): Promise<void> {
    this.#server = spawn(process.execPath, ['launch/start.mjs'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: String(this.port),
        PUBLIC_URL: this.url,
        DATA_DIR: join(this.folder, 'data'),
        SMTP_URL: `smtp://127.0.0.1:${this.#postPort}`,
        LOG_LEVEL: RECORDED_LOG_LEVEL,
        WEATHER_KEY: '',
        ...this.#env,
        ...env,
      },
    });
    recordOutput(this.#server, this.#recorder);
    let text = '';
    this.#server.stdout!.on('data', (part: Buffer) => {
      text += part.toString();
    });
    this.#server.stderr!.on('data', (part: Buffer) => {
      text += part.toString();
    });
    const ends = Date.now() + 90_000;
    while (!text.includes('Респа открыта')) {
      if (this.#server.exitCode !== null || Date.now() > ends)
        throw new Error(`the server did not start:\n${text}`);
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
  }
  /** Returns a session of a demo member, for API calls beside the browser. */
  demoSession(email: string): Promise<Session> {
    return this.#session(email, 'respa-demo-2026');
  }
  async #ask(step: string, body: Record<string, string>): Promise<Response> {
    const sent = JSON.stringify(body);
    const answer = await fetch(`${this.url}/api/auth/${step}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: sent,
    });
    const text = await answer.clone().text();
    if (!answer.ok) throw new Error(`${step} answers ${answer.status}: ${text}`);
    this.#recorder.recordResponse({ call: `POST /auth/${step}`, sent }, text);
    return answer;
  }
  async #session(email: string, password: string): Promise<Session> {
    const answer = await this.#ask('login', { email, password });
    const { token, userId } = (await answer.json()) as { token: string; userId: string };
    return {
      token,
      userId,
      cookie: answer.headers.get('set-cookie')!.split(';', 1)[0]!.split('='),
    };
  }
  /** Signs one of the six demo members in without the form. Returns the member's id. */
  enterDemo(context: BrowserContext, email = 'kornilov@demo.respa'): Promise<string> {
    return this.#enter(context, email, 'respa-demo-2026');
  }
  async #enter(context: BrowserContext, email: string, password: string): Promise<string> {
    const { token, userId, cookie } = await this.#session(email, password);
    await context.addCookies([
      { name: cookie[0]!, value: cookie[1]!, domain: 'localhost', path: '/media' },
    ]);
    await keepSession(context, { id: userId, token });
    return userId;
  }
  async stopServer(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined || server.exitCode !== null) return;
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  }
  /** Returns the newest emailed link of a kind for an address. */
  async mailedLink(to: string, kind: string): Promise<string> {
    const ends = Date.now() + 15_000;
    for (;;) {
      for (const name of readdirSync(this.#mails)
        .filter((file) => file.endsWith('.eml'))
        .sort()
        .reverse()) {
        const mail = readFileSync(join(this.#mails, name), 'utf8');
        if (!mail.includes(`To: ${to}`)) continue;
        const decoded = mail
          .split(/\r?\n\r?\n/)
          .map((part) =>
            /^[A-Za-z0-9+/=\r\n]+$/.test(part.trim())
              ? Buffer.from(part, 'base64').toString()
              : part
                  .replace(/=\r?\n/g, '')
                  .replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
                    String.fromCharCode(Number.parseInt(hex, 16)),
                  ),
          )
          .join('\n');
        const link = new RegExp(
          `${this.url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/${kind}/[\\w/-]+`,
        ).exec(decoded);
        if (link) return link[0];
      }
      if (Date.now() > ends) throw new Error(`no ${kind} mail for ${to}`);
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
  }
  async newContext(options: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> {
    const browser = await (launched ??= launch());
    const context = await browser.newContext({
      baseURL: this.url,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      viewport: { width: 1280, height: 860 },
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(patient(15_000) * Math.max(1, SLOWNESS / 4));
    if (SLOWNESS > 1) context.on('page', (page) => void slowDown(page));
    this.#contexts.push({ context, heard: await recordBrowser(context) });
    return context;
  }
  /** Returns a page of a signed-in user in a separate context; nothing is opened yet. */
  async pageOf(who: { id: string; token: string | undefined }): Promise<Page> {
    const context = await this.newContext();
    await keepSession(context, who);
    return context.newPage();
  }
  /** Returns a new member in a separate context, whose first page is still to be opened. */
  async join(
    name: string,
    surname: string,
    options: Parameters<Browser['newContext']>[0] = {},
  ): Promise<Joined> {
    const context = await this.newContext(options);
    const email = `${crypto.randomUUID()}@respa.test`;
    await this.#ask('register', {
      name,
      surname,
      age: '2001-11-05',
      email,
      city: 'Рыбинск',
      password: PASSWORD,
    });
    await this.#ask('activate', {
      link: new URL(await this.mailedLink(email, 'activate')).pathname.split('/').at(-1)!,
    });
    const id = await this.#enter(context, email, PASSWORD);
    return { page: await context.newPage(), context, email, id };
  }
  /** Registers through the form and the emailed link, as users do, up to the first page. */
  async joinByHand(
    name: string,
    surname: string,
    options: Parameters<Browser['newContext']>[0] = {},
  ): Promise<Joined> {
    const context = await this.newContext(options);
    const page = await context.newPage();
    const email = `${crypto.randomUUID()}@respa.test`;
    await page.goto('/greeting');
    await page.getByRole('link', { name: 'Регистрация' }).first().click();
    await page.getByLabel('Имя').fill(name);
    await page.getByLabel('Фамилия').fill(surname);
    await page.getByLabel('Дата рождения').fill('05.11.2001');
    await page.getByLabel('Почта').fill(email);
    await page.getByLabel('Город').fill('Рыбинск');
    await page.getByLabel('Пароль', { exact: false }).first().fill(PASSWORD);
    await page.getByLabel('Пароль ещё раз').fill(PASSWORD);
    await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
    await page.waitForURL('**/notactivated');
    await page.goto(await this.mailedLink(email, 'activate'));
    await page.waitForURL('**/login');
    await this.signIn(page, email);
    const id = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('respa.session')!) as { userId: string }).userId,
    );
    return { page, context, email, id };
  }
  async signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
    await page.getByLabel('Почта').fill(email);
    await page.getByLabel('Пароль', { exact: false }).first().fill(password);
    await page.getByRole('button', { name: 'Войти' }).click();
    await page.waitForURL('**/home');
  }
  /** Closes all contexts. */
  async closeContexts(): Promise<void> {
    for (const { context, heard } of this.#contexts.splice(0)) {
      await heard();
      await context.close().catch(() => {});
    }
  }
  async close(): Promise<void> {
    await this.closeContexts();
    await this.stopServer();
    this.#post?.kill();
    this.#endListening();
    const leaks = await this.#recorder.findLeaks(join(this.folder, 'mails'));
    rmSync(this.folder, { recursive: true, force: true });
    assertNone(leaks);
  }
}
