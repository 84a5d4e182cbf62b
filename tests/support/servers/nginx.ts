import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patient } from '../patience.ts';

const OURS = (name: string) =>
  readFile(new URL(`../../../deploy/nginx/${name}`, import.meta.url), 'utf8');
const TIMEOUT_MS = patient(20_000);
export type Nginx = {
  port: number;
  /**
   * Marks the servers at these ports as down and the others as up, and reloads the configuration;
   * running requests continue.
   */
  mark(down: readonly number[]): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a real nginx in front of one or several servers, with our own configuration; `more` is
 * added to its `server` block. As root, its workers are another account in the group of the
 * server's, as on a site: they read what the group may read, and no more.
 */
export async function startNginx(
  path: string,
  {
    ports,
    dataDir,
    more = '',
    tls,
    open = 4_000,
  }: {
    ports: number[];
    dataDir: string;
    more?: string;
    tls?: { key: string; cert: string };
    /** The open requests of one address, if a test uses them up. */
    open?: number;
  },
): Promise<Nginx> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'respa-nginx-'));
  await chmod(folder, 0o711);
  // Without keys, the same configuration serves plain HTTP.
  if (tls !== undefined)
    await Promise.all([
      writeFile(join(folder, 'fullchain.pem'), tls.cert),
      writeFile(join(folder, 'privkey.pem'), tls.key),
    ]);
  await writeFile(
    join(folder, 'locations.conf'),
    `${more}\n${swap(await OURS('locations.conf'), {
      '/var/lib/respa/media/': `${join(dataDir, 'media')}/`,
      'limit_conn respa_open 4000;': `limit_conn respa_open ${open};`,
    })}`,
  );
  const write = async (down: readonly number[]) => {
    const servers = ports
      .map(
        (behind) =>
          `server 127.0.0.1:${behind} max_fails=2 fail_timeout=5s${down.includes(behind) ? ' down' : ''};`,
      )
      .join(' ');
    const whole = swap(await OURS('respa.conf'), {
      'server 127.0.0.1:3000;': servers,
      '/etc/nginx/respa/': '',
      '/var/lib/nginx/respa': join(folder, 'cache'),
      'listen 80 default_server;': `listen unix:${join(folder, 'redirect')} default_server;`,
      'listen 80;': `listen unix:${join(folder, 'redirect')};`,
      'listen 443 ssl http2 default_server;': `listen 127.0.0.1:${port}${tls === undefined ? '' : ' ssl http2'} default_server;`,
      'server_name respa.example;': 'server_name respa.example 127.0.0.1;',
      'listen 443 ssl http2;': `listen 127.0.0.1:${port}${tls === undefined ? '' : ' ssl http2'};`,
      '/etc/letsencrypt/live/respa.example/fullchain.pem': join(folder, 'fullchain.pem'),
      '/etc/letsencrypt/live/respa.example/privkey.pem': join(folder, 'privkey.pem'),
    });
    await writeFile(
      join(folder, 'nginx.conf'),
      `
      ${process.getuid?.() === 0 ? 'user nobody root;' : ''} worker_processes 1; daemon off; pid nginx.pid; error_log error.log notice;
      events { worker_connections 1024; }
      http {
        access_log off; keepalive_requests 1000000;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join(' ')}
        ${tls === undefined ? whole.replace(/^ *ssl_.*$/gm, '') : whole}
      }`,
    );
  };
  await write([]);
  const child = spawn(path, ['-p', folder, '-e', 'error.log', '-c', 'nginx.conf'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exit = once(child, 'exit');
  const abandon = () => void child.kill('SIGTERM');
  process.once('exit', abandon);
  const stop = async () => {
    process.off('exit', abandon);
    child.kill('SIGTERM');
    await exit;
    await rm(folder, { recursive: true, force: true });
  };
  for (const ends = performance.now() + TIMEOUT_MS; !(await answers(port));) {
    if (child.exitCode === null && performance.now() < ends) continue;
    const text = await readFile(join(folder, 'error.log'), 'utf8').catch(() => '');
    await stop();
    throw new Error(`nginx does not answer: ${text}`);
  }
  return {
    port,
    stop,
    async mark(down) {
      await write(down);
      const began = (await readFile(join(folder, 'error.log'), 'utf8')).length;
      child.kill('SIGHUP');
      while (
        !(await readFile(join(folder, 'error.log'), 'utf8'))
          .slice(began)
          .includes('gracefully shutting down')
      )
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
    },
  };
}

/** Replaces every occurrence of each key in the text; fails if the text no longer contains one. */
function swap(text: string, places: Record<string, string>): string {
  return Object.entries(places).reduce((done, [from, to]) => {
    if (!done.includes(from)) throw new Error(`the configuration of nginx has no ${from}`);
    return done.replaceAll(from, to);
  }, text);
}
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (is: boolean) => {
      socket.destroy();
      setTimeout(() => resolve(is), is ? 0 : 25);
    };
    socket.on('connect', () => end(true)).on('error', () => end(false));
  });
