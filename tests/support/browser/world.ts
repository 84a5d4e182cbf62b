import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { prepareData } from './data-folders.ts';
import { waitForLink } from './mailed-links.ts';
import { recordBrowser } from './responses.ts';
import { createContext } from './shared-browser.ts';
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

/** The environment variable of the shared server: its address, and its mail folder. */
export const COMMON = 'RESPA_TEST_COMMON';
async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = (server.address() as { port: number }).port;
  server.close();
  await once(server, 'close');
  return port;
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
    this.#env = {
      RATE_LIMITS: limits ? 'on' : 'off',
      LINK_CARDS: 'off',
      DISK_RESERVE: '0',
      VOICE_PORT: '0',
      ...env,
    };
    this.port = await findFreePort();
    this.url = `http://localhost:${this.port}`;
    this.#endListening = recordResponsesAt(this.url, this.#recorder);
    if (demo || !fresh) await prepareData(join(this.folder, 'data'), demo);
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
    const ends = Date.now() + patient(90_000);
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
  mailedLink(to: string, kind: string): Promise<string> {
    return waitForLink(this.#mails, { to, kind, url: this.url });
  }
  async newContext(options: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> {
    const context = await createContext(this.url, options);
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
      password: PASSWORD,
    });
    const id = await this.#enter(context, email, PASSWORD);
    return { page: await context.newPage(), context, email, id };
  }
  /**
   * Returns a new member who signed in through the form, on /home. Nothing signs the browser in
   * again after this session ends.
   */
  async joinByForm(
    name: string,
    surname: string,
    options: Parameters<Browser['newContext']>[0] = {},
  ): Promise<Joined> {
    const { email, id } = await this.join(name, surname);
    const context = await this.newContext(options);
    const page = await context.newPage();
    await page.goto('/login');
    await this.signIn(page, email);
    return { page, context, email, id };
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
    await page.getByRole('button', { name: 'Подтвердить почту' }).click();
    await page.waitForURL('**/home');
    const id = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('respa.session')!) as { userId: string }).userId,
    );
    return { page, context, email, id };
  }
  async signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
    await page.getByLabel('Почта').fill(email);
    await page.getByLabel('Пароль', { exact: false }).first().fill(password);
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
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
