import { join } from 'node:path';
import { exitWith, prepare, ROOT, run } from './prepare.mjs';

const SITE_PORT = '5173';

/**
 * The server restarts on changes and the site reloads in the browser; Vite proxies the API to PORT.
 */
async function develop() {
  const node = await prepare({ dev: true });
  const { PORT = '3000', PUBLIC_URL = `http://localhost:${SITE_PORT}` } = process.env;
  const env = { ...process.env, PORT, PUBLIC_URL, API_URL: `http://localhost:${PORT}` };
  const end = new AbortController();
  const server = run(node, ['--watch', '--watch-preserve-output', 'packages/server/src/main.ts'], {
    env,
    signal: end.signal,
    killSignal: 'SIGTERM',
  });
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const site = run(node, [vite, '--port', SITE_PORT, '--strictPort'], {
    env,
    signal: end.signal,
    killSignal: 'SIGTERM',
    cwd: join(ROOT, 'packages/web'),
  });
  console.log(`Сайт для разработки: http://localhost:${SITE_PORT}, API: ${env.API_URL}`);
  let isAsked = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (isAsked = true));
  const both = [server, site];
  const code = await Promise.race(both);
  end.abort();
  await Promise.allSettled(both);
  return isAsked ? 0 : code;
}

exitWith(develop());
