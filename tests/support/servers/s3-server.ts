import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './nginx.ts';

const PROCESS = fileURLToPath(new URL('./s3-process.mjs', import.meta.url));
const BUCKET = 'respa-test';
/**
 * s3rver encrypts the continuation token of a list with a cipher that Node no longer enables by
 * default.
 */
const CIPHERS = ['--openssl-legacy-provider'];
type Mode = 'well' | 'full' | 'full-later' | 'cuts';
export type S3Server = {
  /** The settings of a server that stores its files here. */
  env: Record<string, string>;
  /** The folder of the bucket on the disk. */
  folder: string;
  /** The requests since the last `forget`, as `METHOD /path?query`. */
  asked: string[];
  behave(mode: Mode): Promise<void>;
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Resolves when the process confirms the mode, between its reports of requests. */
const receives = (child: ChildProcess, mode: Mode): Promise<void> =>
  new Promise((resolve) => {
    child.on('message', function listen(said: { mode?: Mode }) {
      if (said.mode !== mode) return;
      child.off('message', listen);
      resolve();
    });
  });

/**
 * Starts an S3-compatible store on its own port. It can be killed, frozen, full, and restarted with
 * its data.
 */
export async function startS3(): Promise<S3Server> {
  const [port, root] = [await freePort(), await mkdtemp(join(tmpdir(), 'respa-s3-'))];
  let child: ChildProcess | undefined;
  const server: S3Server = {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
    },
    folder: join(root, BUCKET),
    asked: [],
    async behave(mode) {
      const heard = receives(child!, mode);
      child!.send(mode);
      await heard;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async kill() {
      if (child === undefined) return;
      const gone = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGKILL');
      await gone;
      child = undefined;
    },
    async start() {
      child = fork(PROCESS, [String(port), root, BUCKET], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        execArgv: CIPHERS,
      });
      child.on('message', (said: { method?: string; url?: string }) => {
        if (said.method !== undefined) server.asked.push(`${said.method} ${said.url}`);
      });
      await receives(child, 'well');
    },
    async stop() {
      await server.kill();
      await rm(root, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}
