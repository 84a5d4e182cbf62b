import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** One of the two commands, as `npm run` runs it; answers what it said. */
export async function runArchive(name: 'backup' | 'restore', env: NodeJS.ProcessEnv, ...args: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../packages/server/src/app/${name}.ts`, import.meta.url)), ...args], { stdio: ['ignore', 'pipe', 'inherit'], env });
  let said = '';
  child.stdout.on('data', (part: Buffer) => { said += part.toString(); });
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}
