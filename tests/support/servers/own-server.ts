import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import * as account from '@respa/contract/account';
import { addressOf } from '../../../packages/server/src/platform/database/embedded/embedded-address.ts';
import { isRunning } from '../../../packages/server/src/platform/database/embedded/postmaster.ts';
import { Caller, PASSWORD } from '../driver.ts';
import {
  assertNone,
  RECORDED_LOG_LEVEL,
  recordResponsesAt,
  recordOutput,
  makeLeakRecorder,
  type LeakRecorder,
} from '../leak-recorder.ts';

const MAIN = fileURLToPath(new URL('../../../packages/server/src/main.ts', import.meta.url));

/**
 * A server in its own process with its own database, as on a user's machine. It can be killed and
 * restarted on the same data. Everything it prints, sends and emails is checked for leaks.
 */
export class OwnServer {
  #process: ChildProcess | undefined;
  #env: Record<string, string>;
  #under: string[];
  #recorder: LeakRecorder;
  #closed: Promise<unknown> = Promise.resolve();
  #listening: (() => void)[] = [];
  readonly folder: string;
  url = '';
  /** The folder of its files, if they are in a bucket. */
  bucket: string | undefined;
  private constructor(folder: string, env: Record<string, string>, under: string[]) {
    this.folder = folder;
    this.#env = env;
    this.#under = under;
    this.#recorder = makeLeakRecorder(folder);
  }
  /**
   * Creates a server with an empty folder. `env` holds settings in addition to those of every test;
   * `under` is the program that runs it, with its arguments.
   */
  static async make(
    env: Record<string, string> = {},
    under: (folder: string) => string[] = () => [],
  ): Promise<OwnServer> {
    const folder = await mkdtemp(join(tmpdir(), 'respa-own-'));
    return new OwnServer(folder, env, under(folder));
  }
  get env(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      PORT: '0',
      DATA_DIR: this.folder,
      RATE_LIMITS: 'off',
      LINK_CARDS: 'off',
      // The disks of tests may be small.
      DISK_RESERVE: '0',
      LOG_LEVEL: RECORDED_LOG_LEVEL,
      PUBLIC_URL: 'http://respa.test',
      ...this.#env,
    };
  }
  get isRunning(): boolean {
    return (
      this.#process !== undefined &&
      this.#process.exitCode === null &&
      this.#process.signalCode === null
    );
  }
  async start(): Promise<void> {
    const [file, ...args] = [...this.#under, process.execPath, MAIN];
    const child = spawn(file!, args, { stdio: ['ignore', 'pipe', 'pipe'], env: this.env });
    this.#process = child;
    this.#closed = once(child, 'close');
    recordOutput(child, this.#recorder);
    let text = '';
    this.url = await new Promise((resolve, reject) => {
      child.stdout.on('data', (part: Buffer) => {
        text += part.toString();
        const open = /Респа открыта: (\S+)/.exec(text);
        if (open) resolve(open[1]!);
      });
      child.once('exit', () => reject(new Error(`did not start:\n${text}`)));
    });
    this.hearAt(this.url);
  }
  /** Also records responses at this address, which leads to the server. */
  hearAt(url: string): void {
    this.#listening.push(recordResponsesAt(url, this.#recorder));
  }
  get pid(): number {
    return this.#process!.pid!;
  }
  signal(signal: NodeJS.Signals): void {
    this.#process!.kill(signal);
  }
  /** Returns the exit code, or null if a signal ended it. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (!this.isRunning) return null;
    const gone = once(this.#process!, 'exit');
    this.#process!.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  }
  get cluster(): string {
    return join(this.folder, 'postgres', 'cluster');
  }
  /**
   * Returns a path of its folder as the running server sees it: the server may have its own mounts.
   */
  inside(path: string): string {
    return join(`/proc/${this.pid}/root`, this.folder, path);
  }
  /** The URL of its database, while both are running. */
  get databaseUrl(): string {
    const [port, secret] = ['port', 'secret'].map((name) =>
      readFileSync(this.inside(`postgres/${name}`), 'utf8').trim(),
    );
    return addressOf({ port: Number(port), secret: secret! });
  }
  /** Sends a signal to the postmaster and all its processes. Returns how many there are. */
  signalDatabase(signal: NodeJS.Signals): number {
    const pids = readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && isRunning(pid, this.cluster));
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // The process may have ended since it was found.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
    return pids.length;
  }
  /**
   * Kills the postmaster and all its processes at once. They are stopped first, so that none writes
   * to disk what another would have lost.
   */
  killDatabase(): void {
    this.signalDatabase('SIGSTOP');
    this.signalDatabase('SIGKILL');
  }
  async leave(): Promise<void> {
    await this.end('SIGTERM');
    await this.#closed;
    for (const endListening of this.#listening) endListening();
    const leaks = await this.#recorder.findLeaks(join(this.folder, 'outbox'));
    // Its database may still be stopping if the server was killed.
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    assertNone(leaks);
  }
  /**
   * Returns a caller for this server's current address: it may have been restarted at another one.
   */
  as(who: Caller): Caller {
    return new Caller(this.url, { token: who.token!, id: who.id, email: who.email });
  }
  /**
   * Registers many members, ten at a time: only a few passwords are hashed at once, and at most
   * fifty may wait.
   */
  async joinMany(count: number): Promise<Caller[]> {
    const members: Caller[] = [];
    while (members.length < count)
      members.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(10, count - members.length) }, () => this.join('Читатель')),
        )),
      );
    return members;
  }
  /** Returns a member who has registered and opened the emailed link. */
  async join(name: string): Promise<Caller> {
    const email = `${crypto.randomUUID()}@respa.test`;
    const nobody = new Caller(this.url);
    const { token, userId } = await nobody.call(account.register, {
      body: { name, surname: 'Стойкий', age: '1999-05-11', email, password: PASSWORD },
    });
    for (;;) {
      const mails = await readdir(join(this.folder, 'outbox')).catch(() => [] as string[]);
      for (const mail of mails.filter((file) => file.endsWith('.eml'))) {
        const text = (await readFile(join(this.folder, 'outbox', mail), 'utf8')).replace(
          /=\r?\n/g,
          '',
        );
        const link = text.includes(email) ? /\/activate\/([\w-]{43})/.exec(text) : null;
        if (link) {
          const activated = await new Caller(this.url, { token }).call(account.activate, {
            body: { link: link[1] },
          });
          return new Caller(this.url, { token: activated.token, id: userId, email });
        }
      }
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    }
  }
}

/**
 * Starts a server for all tests of a file; call it at the top level. It runs until the last of
 * them.
 */
export async function openOwnServer(env?: Record<string, string>): Promise<OwnServer> {
  const server = await OwnServer.make(env);
  afterAll(() => server.leave());
  await server.start();
  return server;
}
