import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  RECORDED_LOG_LEVEL,
  recordResponsesAt,
  recordOutput,
  type LeakRecorder,
} from '../leak-recorder.ts';

export type Instance = {
  url: string;
  port: number;
  /** Returns what it printed to the terminal. */ said(): string;
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts the product in its own process, on a database and a Redis that others use too. The leak
 * recorder of one of them records all.
 */
export async function startInstance(
  env: { DATABASE_URL: string; REDIS_URL?: string; DATA_DIR: string } & Record<string, string>,
  recorder: LeakRecorder,
): Promise<Instance> {
  const child: ChildProcess = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../../packages/server/src/main.ts', import.meta.url))],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: '0',
        RATE_LIMITS: 'off',
        LINK_CARDS: 'off',
        // The disks of tests may be small.
        DISK_RESERVE: '0',
        LOG_LEVEL: RECORDED_LOG_LEVEL,
        PUBLIC_URL: 'http://respa.test',
        DB_POOL: '6',
        ...env,
      },
    },
  );
  recordOutput(child, recorder);
  let text = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout!.on('data', (part: Buffer) => {
      text += part.toString();
      const open = /Респа открыта: (\S+)/.exec(text);
      if (open) resolve(open[1]!.replace('localhost', '127.0.0.1'));
    });
    child.once('exit', () => reject(new Error(`did not start:\n${text}`)));
  });
  child.once('exit', recordResponsesAt(url, recorder));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill(signal);
    await gone;
  };
  return {
    url,
    port: Number(new URL(url).port),
    said: () => text,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
