import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from './nginx.ts';

export type RedisServer = {
  url: string;
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a real Redis on its own port, without persistence. It can be killed, frozen and restarted.
 */
export async function startRedis(path: string): Promise<RedisServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals) => {
    if (child === undefined) return;
    const gone = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill(signal);
    await gone;
    child = undefined;
  };
  const abandon = () => void child?.kill('SIGKILL');
  process.once('exit', abandon);
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}/0`,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    kill: () => end('SIGKILL'),
    async start() {
      child = spawn(
        path,
        ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
        { stdio: 'ignore' },
      );
      while (!(await pings(port)))
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
    },
    stop() {
      process.off('exit', abandon);
      return end('SIGTERM');
    },
  };
  await server.start();
  return server;
}
const pings = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket
      .on('connect', () => socket.write('PING\r\n'))
      .on('data', (data) => end(data.toString().startsWith('+PONG')))
      .on('error', () => end(false));
  });
