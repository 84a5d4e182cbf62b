import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DOCUMENTED = new URL('../docs/nginx.conf', import.meta.url);
const PATIENCE_MS = 20_000;
export type Nginx = { port: number; stop(): Promise<void> };

/** A real nginx in front of a server, by the documented configuration; `more` stands in its `server`. */
export async function startNginx(path: string, { port: behind, dataDir, more = '' }: { port: number; dataDir: string; more?: string }): Promise<Nginx> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'respa-nginx-'));
  const site = swap(await readFile(DOCUMENTED, 'utf8'), {
    '127.0.0.1:3000': `127.0.0.1:${behind}`, 'listen 80;': `listen 127.0.0.1:${port};`, '/var/lib/respa/media/': `${join(dataDir, 'media')}/`, '  location / {': `  ${more}\n  location / {`,
  });
  await writeFile(join(folder, 'nginx.conf'), `
    ${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; daemon off; pid nginx.pid; error_log error.log;
    events { worker_connections 1024; }
    http {
      access_log off; keepalive_requests 1000000;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join(' ')}
      ${site}
    }`);
  const child = spawn(path, ['-p', folder, '-e', 'error.log', '-c', 'nginx.conf'], { stdio: ['ignore', 'inherit', 'inherit'] });
  const exit = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
    await rm(folder, { recursive: true, force: true });
  };
  for (const ends = performance.now() + PATIENCE_MS; !(await answers(port));) {
    if (child.exitCode === null && performance.now() < ends) continue;
    const said = await readFile(join(folder, 'error.log'), 'utf8').catch(() => '');
    await stop();
    throw new Error(`nginx does not answer: ${said}`);
  }
  return { port, stop };
}

/** Every place of the documented text that stands for this one; fails where it is not there any more. */
function swap(text: string, places: Record<string, string>): string {
  return Object.entries(places).reduce((done, [from, to]) => {
    if (!done.includes(from)) throw new Error(`docs/nginx.conf has no ${from}`);
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
const answers = (port: number): Promise<boolean> => new Promise((resolve) => {
  const socket = connect({ port, host: '127.0.0.1' });
  const end = (is: boolean) => {
    socket.destroy();
    setTimeout(() => resolve(is), is ? 0 : 25);
  };
  socket.on('connect', () => end(true)).on('error', () => end(false));
});
