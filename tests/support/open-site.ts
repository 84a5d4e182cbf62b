import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { request, type IncomingMessage } from 'node:http';
import { afterAll } from 'vitest';
import { startTestApp, type TestApp } from './driver.ts';

/** The folder of the site's package. */
export const WEB = fileURLToPath(new URL('../../packages/web/', import.meta.url));

/**
 * Starts a server with the site for a test file and builds the site if it was not built; call it at
 * the top level. Stops the server after the last test.
 */
export async function serveSite(env: Record<string, string> = {}): Promise<TestApp> {
  if (!existsSync(`${WEB}dist/index.html`))
    await promisify(execFile)(process.execPath, [`${WEB}build.mjs`]);
  const app = await startTestApp(env);
  afterAll(() => app.stop());
  return app;
}
/** Returns the bytes sent over the network, because `fetch` decodes them. */
export const getRaw = (
  app: TestApp,
  path: string,
  encoding: string,
): Promise<{ answer: IncomingMessage; bytes: Buffer }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    request({ hostname, port, path, headers: { 'accept-encoding': encoding } }, (answer) => {
      const parts: Buffer[] = [];
      answer
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => resolve({ answer, bytes: Buffer.concat(parts) }));
    })
      .on('error', reject)
      .end();
  });
