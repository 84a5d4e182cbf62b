import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const TIMEOUT_MS = 60_000;
type Listener = (params: never) => void;
type Heard = {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
};

/**
 * A page of a real browser, driven by its bare protocol. Playwright listens to every request of a
 * page, so the engine keeps a record of each picture that
 * was loaded, and every garbage collection scans all of them: 70 ms after five thousand pictures,
 * which does not happen in a member's browser.
 */
export class BarePage {
  readonly #browser: ChildProcess;
  readonly #folder: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<
    number,
    { resolve: (result: never) => void; reject: (error: Error) => void }
  >();
  readonly #listeners = new Map<string, Set<Listener>>();
  #session: string | undefined;
  #asked = 0;

  private constructor(browser: ChildProcess, folder: string, socket: WebSocket) {
    [this.#browser, this.#folder, this.#socket] = [browser, folder, socket];
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as Heard));
    // No answers come any more.
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the browser is gone'));
    });
  }
  /** Opens a fresh browser with one empty page of the given size. */
  static async open(
    executable: string,
    { width, height }: { width: number; height: number },
  ): Promise<BarePage> {
    const folder = await mkdtemp(join(tmpdir(), 'respa-browser-'));
    const browser = spawn(
      executable,
      [
        '--headless',
        '--no-sandbox',
        '--disable-background-networking',
        '--hide-scrollbars',
        '--mute-audio',
        '--no-first-run',
        '--lang=ru-RU',
        '--remote-debugging-port=0',
        `--user-data-dir=${folder}`,
        'about:blank',
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const socket = new WebSocket(await findAddress(browser));
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    const page = new BarePage(browser, folder, socket);
    const { targetId } = await page.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
    });
    page.#session = (
      await page.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
    ).sessionId;
    await page.send('Page.enable');
    await page.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await page.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    return page;
  }
  #hear({ id, method, params, result, error }: Heard): void {
    if (method !== undefined)
      for (const listener of this.#listeners.get(method) ?? []) listener(params as never);
    const asked = id === undefined ? undefined : this.#waiting.get(id);
    this.#waiting.delete(id!);
    if (error === undefined) asked?.resolve(result as never);
    else asked?.reject(new Error(error.message));
  }
  send<Answer = unknown>(method: string, params: object = {}): Promise<Answer> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(
        JSON.stringify({
          id,
          method,
          params,
          ...(this.#session === undefined ? {} : { sessionId: this.#session }),
        }),
      );
    });
  }
  /** Returns a function that stops listening. */
  on<Params>(method: string, listener: (params: Params) => void): () => void {
    const all = this.#listeners.get(method) ?? new Set();
    this.#listeners.set(method, all.add(listener as Listener));
    return () => {
      all.delete(listener as Listener);
    };
  }
  /** Runs a function in the page; its input and result are passed as JSON. */
  async evaluate<InputOf, Answer>(
    step: (input: InputOf) => Answer,
    input?: InputOf,
  ): Promise<Awaited<Answer>> {
    const { result, exceptionDetails } = await this.send<{
      result: { value: Awaited<Answer> };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    }>('Runtime.evaluate', {
      expression: `(${step.toString()})(${input === undefined ? '' : JSON.stringify(input)})`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
  /** Opens an address and waits until a condition holds there. */
  async open(url: string, isThere: () => boolean): Promise<void> {
    await this.send('Page.navigate', { url });
    for (
      const ends = performance.now() + TIMEOUT_MS;
      performance.now() < ends;
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      })
    )
      if (await this.evaluate(isThere).catch(() => false)) return;
    throw new Error(`${url} did not open`);
  }
  async close(): Promise<void> {
    const gone = new Promise((resolve) => {
      this.#browser.once('exit', resolve);
    });
    this.#session = undefined;
    void this.send('Browser.close').catch(() => {});
    await gone;
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
async function findAddress(browser: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: browser.stderr! })) {
    const found = /DevTools listening on (ws:\S+)/.exec(line);
    if (found === null) continue;
    // Later output is of no use, and must not fill the pipe.
    browser.stderr!.resume();
    return found[1]!;
  }
  throw new Error('the browser did not start');
}
