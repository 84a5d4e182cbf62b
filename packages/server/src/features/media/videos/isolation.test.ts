import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { askProbe, encode } from './encoder.ts';
import { isolationOf } from './isolation.ts';

/** A file that took over the encoder: tells its environment and calls its master. */
const CAPTURED = `#!/bin/bash
env > environment
(echo taken > "/dev/tcp/127.0.0.1/$(cat port)") 2>/dev/null
exit 0
`;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'respa-isolation-'));
  for (const name of ['ffmpeg', 'ffprobe']) {
    await writeFile(join(folder, name), CAPTURED);
    await chmod(join(folder, name), 0o755);
  }
});
afterAll(() => rm(folder, { recursive: true }));

type Warnings = string[];
const makeContext = (searchPath: string, warnings: Warnings = []) =>
  ({
    config: { ffmpeg: join(folder, 'ffmpeg'), searchPath },
    media: {},
    log: { warn: (line: string) => void warnings.push(line) },
  }) as unknown as AppContext;
const job = () => ({
  args: [],
  folder,
  timeoutMs: 20_000,
  stopping: new AbortController().signal,
});

describe('The encoder', () => {
  test.each([
    ['ffmpeg', encode],
    ['ffprobe', askProbe],
  ])('has no network and nothing of the server environment as %s', async (_name, run) => {
    const context = makeContext(process.env['PATH']!);
    const isIsolated = (await isolationOf(context)).length > 0;
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    let calls = 0;
    server.on('connection', (socket) => {
      calls += 1;
      socket.destroy();
    });
    await writeFile(join(folder, 'port'), String((server.address() as AddressInfo).port));
    process.env['S3_SECRET_KEY'] = 'CANARY';
    try {
      await run(context, job());
    } finally {
      delete process.env['S3_SECRET_KEY'];
      server.close();
      await once(server, 'close');
    }
    // A container that allows no namespaces cannot prove this.
    expect(isIsolated ? calls : 0).toBe(0);
    const names = (await readFile(join(folder, 'environment'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]!);
    // Bash itself adds the last three.
    expect(names.filter((name) => !['PWD', 'SHLVL', '_'].includes(name)).sort()).toEqual([
      'LANG',
      'PATH',
    ]);
  });
  test('runs without isolation where the system allows none, and says so once', async () => {
    const warnings: Warnings = [];
    const context = makeContext('/bin', warnings);
    await writeFile(join(folder, 'port'), '1');
    const { searchPath } = context.config;
    context.config.searchPath = folder;
    expect(await isolationOf(context)).toEqual([]);
    context.config.searchPath = searchPath;
    await encode(context, job());
    await encode(context, job());
    expect(warnings).toHaveLength(1);
  });
});
