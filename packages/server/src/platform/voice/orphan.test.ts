import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FILE = fileURLToPath(new URL('voice-process.ts', import.meta.url));

/** Ends the connection to a new voice process after so many ms. Returns what it says, and how it ends. */
async function orphan(ms: number): Promise<{ said: string; code: number | null }> {
  const settings = { port: 0, addresses: ['127.0.0.1'], maxLoad: 1 };
  const child = fork(FILE, [JSON.stringify(settings)], {
    serialization: 'advanced',
    execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr!.on('data', (part: Buffer) => {
    said += part.toString();
  });
  setTimeout(() => child.disconnect(), ms);
  const [code] = (await once(child, 'exit')) as [number | null];
  return { said, code };
}

test('the voice process ends without a word when its server does, at whatever moment', async () => {
  for (const ms of [20, 50, 80, 110, 140, 170, 200, 250, 300])
    expect(await orphan(ms)).toEqual({ said: '', code: 0 });
});
