import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as account from '@respa/contract/account';
import { Caller, PASSWORD } from './driver.ts';

const MAIN = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url));

/** A server that is a process of its own with its own database, as a member's machine would run it. It may be killed and started again on the same data. */
export class OwnServer {
  #process: ChildProcess | undefined;
  #env: Record<string, string>;
  readonly folder: string;
  url = '';
  private constructor(folder: string, env: Record<string, string>) {
    this.folder = folder;
    this.#env = env;
  }
  /** With an empty folder; `env` are settings beside those of every test. */
  static async make(env: Record<string, string> = {}): Promise<OwnServer> {
    return new OwnServer(await mkdtemp(join(tmpdir(), 'respa-own-')), env);
  }
  get env(): NodeJS.ProcessEnv {
    return { ...process.env, PORT: '0', DATA_DIR: this.folder, RATE_LIMITS: 'off', LOG_LEVEL: 'fatal', PUBLIC_URL: 'http://respa.test', ...this.#env };
  }
  get isAtWork(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null;
  }
  async start(): Promise<void> {
    const child = spawn(process.execPath, [MAIN], { stdio: ['ignore', 'pipe', 'inherit'], env: this.env });
    this.#process = child;
    let said = '';
    this.url = await new Promise((resolve, reject) => {
      child.stdout.on('data', (part: Buffer) => {
        said += part.toString();
        const open = /Респа открыта: (\S+)/.exec(said);
        if (open) resolve(open[1]!);
      });
      child.once('exit', () => reject(new Error(`did not start:\n${said}`)));
    });
  }
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (!this.isAtWork) return;
    const gone = once(this.#process!, 'exit');
    this.#process!.kill(signal);
    await gone;
  }
  async leave(): Promise<void> {
    await this.end('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }
  /** Somebody as seen from this server now: it may have been started again at another address. */
  as(who: Caller): Caller {
    return new Caller(this.url, { token: who.token!, id: who.id, email: who.email });
  }
  /** A member who registered, and opened the link of the letter. */
  async join(name: string): Promise<Caller> {
    const email = `${crypto.randomUUID()}@respa.test`;
    const nobody = new Caller(this.url);
    const { token, userId } = await nobody.call(account.register, { body: { name, surname: 'Стойкий', age: '1999-05-11', email, password: PASSWORD } });
    for (;;) {
      const mails = await readdir(join(this.folder, 'outbox')).catch(() => [] as string[]);
      for (const mail of mails.filter((file) => file.endsWith('.eml'))) {
        const text = (await readFile(join(this.folder, 'outbox', mail), 'utf8')).replace(/=\r?\n/g, '');
        const link = text.includes(email) ? /\/activate\/([\w-]{43})/.exec(text) : null;
        if (link) {
          await nobody.call(account.activate, { body: { link: link[1] } });
          return new Caller(this.url, { token, id: userId, email });
        }
      }
      await new Promise((resolve) => { setTimeout(resolve, 10); });
    }
  }
}
