import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import { listFiles, proveKept } from '../kept.ts';
import { openOwnServer } from '../own-server.ts';

const STRACE = process.env['STRACE_PATH'] ?? 'strace';
const mayTrace = spawnSync(STRACE, ['-f', '-o', '/dev/null', '-e', 'trace=none', 'true']).status === 0;
const server = await openOwnServer();
const anna = await server.join('Анна');

/** From now on this call of the system fails in the server (not in its database); the answer ends that. */
async function breakCall(call: string, error: string): Promise<() => Promise<void>> {
  const strace = spawn(STRACE, ['-f', '-p', String(server.pid), '-e', `trace=${call}`, '-e', `inject=${call}:error=${error}`], { stdio: ['ignore', 'ignore', 'pipe'] });
  await once(strace.stderr, 'data');
  strace.stderr.resume();
  return async () => {
    const gone = once(strace, 'exit');
    strace.kill('SIGINT');
    await gone;
  };
}
const upload = (name: string) => anna.request(cloud.upload, { files: { file: [new File([new Uint8Array(randomBytes(300_000))], name)] } });

test.for([['fsync', 'EIO', 500], ['fsync', 'ENOSPC', 507], ['rename', 'EIO', 500], ['rename', 'ENOSPC', 507]] as const)('an upload under which %s fails with %s is refused by %i, leaves neither row nor file, and the next one is kept', { timeout: 60_000 }, async ([call, error, status], context) => {
  if (!mayTrace) return context.skip('нет strace или права на него');
  const before = (await anna.call(cloud.rootFiles)).count;
  const mend = await breakCall(call, error);
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await upload(`${call} ${error} ${attempt}.dat`)).status).toBe(status);
  } finally {
    await mend();
  }
  expect((await anna.call(cloud.rootFiles)).count).toBe(before);
  expect(await listFiles(server.inside('staging'))).toEqual([]);
  expect((await upload(`${call} ${error} после.dat`)).status).toBe(200);
  expect((await anna.call(cloud.rootFiles)).count).toBe(before + 1);
  await proveKept(server);
});
