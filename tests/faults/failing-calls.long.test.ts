import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import { makeWriters } from '../support/acknowledged.ts';
import { openOwnServer } from '../support/servers/own-server.ts';
import { patient } from '../support/patience.ts';

const STRACE = process.env['STRACE_PATH'] ?? 'strace';
const mayTrace =
  spawnSync(STRACE, ['-f', '-o', '/dev/null', '-e', 'trace=none', 'true']).status === 0;
const server = await openOwnServer();
const anna = await server.join('Анна');

/**
 * Makes a system call fail in the server (not in its database), or only for the given paths.
 * Returns a function that ends the failure.
 */
async function breakCall(
  call: string,
  error: string,
  paths: string[] = [],
): Promise<() => Promise<void>> {
  const strace = spawn(
    STRACE,
    [
      '-f',
      '-p',
      String(server.pid),
      ...paths.flatMap((path) => ['-P', path]),
      '-e',
      `trace=${call}`,
      '-e',
      `inject=${call}:error=${error}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await once(strace.stderr, 'data');
  strace.stderr.resume();
  return async () => {
    const gone = once(strace, 'exit');
    strace.kill('SIGINT');
    await gone;
  };
}
const upload = (name: string) =>
  anna.request(cloud.upload, {
    files: { file: [new File([new Uint8Array(randomBytes(300_000))], name)] },
  });

/**
 * Creates the folders into which stored files are sorted by the first two characters of their
 * names.
 */
async function makeShards(): Promise<string[]> {
  const paths = ['blobs', 'userposts'].flatMap((folder) =>
    Array.from({ length: 256 }, (_, index) =>
      join(server.folder, 'media', folder, index.toString(16).padStart(2, '0')),
    ),
  );
  await Promise.all(paths.map((path) => mkdir(path, { recursive: true })));
  return paths;
}

test.for([
  ['fsync', 'EIO', 500, 'of a file'],
  ['fsync', 'ENOSPC', 507, 'of a file'],
  ['fsync', 'EIO', 500, 'of a folder, when the file is in its place already,'],
  ['fsync', 'ENOSPC', 507, 'of a folder, when the file is in its place already,'],
  ['rename', 'EIO', 500, 'of a file'],
  ['rename', 'ENOSPC', 507, 'of a file'],
] as const)(
  'while %s fails with %s, uploads are refused with %i (%s) and leave neither row nor file, chats go on, and the next uploads are stored',
  { timeout: patient(120_000) },
  async ([call, error, status, what], context) => {
    if (!mayTrace) return context.skip('нет strace или права на него');
    const writers = await makeWriters(server);
    const before = (await anna.call(cloud.rootFiles)).count;
    writers.begin();
    await writers.untilAcknowledged();
    const mend = await breakCall(call, error, what === 'of a file' ? [] : await makeShards());
    try {
      for (let attempt = 0; attempt < 3; attempt += 1)
        expect((await upload(`${call} ${error} ${what} ${attempt}.dat`)).status).toBe(status);
      await expect
        .poll(() => writers.refused.get(status), { timeout: patient(20_000) })
        .toBeGreaterThan(5);
      const spoken = writers.acknowledged.messages.size;
      await expect.poll(() => writers.acknowledged.messages.size).toBeGreaterThan(spoken + 5);
    } finally {
      await mend();
    }
    expect((await anna.call(cloud.rootFiles)).count).toBe(before);
    expect((await upload(`${call} ${error} ${what} после.dat`)).status).toBe(200);
    expect((await anna.call(cloud.rootFiles)).count).toBe(before + 1);
    await writers.untilAcknowledged();
    await writers.untilAcknowledged();
    await writers.end();
    expect([...writers.refused.keys()]).toEqual([status]);
    await writers.verify(server);
    console.log(`${call} ${error}: подтверждено ${writers.tell()}`);
  },
);
