import { randomInt } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';

/**
 * Below the kernel's range for outgoing connections, so that a remembered port is still free the
 * next time.
 */
const FIRST = 20_000;
const LAST = 32_000;

export async function chooseFreePort(memory: string): Promise<number> {
  const remembered = readPort(memory);
  if (remembered && (await isFree(remembered))) return remembered;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(FIRST, LAST);
    if (!(await isFree(port))) continue;
    rmSync(memory, { force: true });
    writeFileSync(memory, `${port}\n`, { mode: 0o600 });
    return port;
  }
  throw new Error('Не нашлось свободного порта для встроенной базы.');
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
}

function readPort(path: string): number | undefined {
  try {
    const port = Number(readFileSync(path, 'utf8'));
    return port > 1023 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}
