import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, publish, readVideo } from '#tests/support/members/channels.ts';
import { clipBlob, ENCODER } from '#tests/support/files/clips.ts';
import { assertProved } from '#tests/support/counters.ts';
import { patient } from '#tests/support/patience.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { video, playableVideo } from '#tests/support/files/videos.ts';
import { until } from '#tests/support/files/pictures.ts';
import { startServer, type Server } from '../../../app/server.ts';
import { readConfig } from '#platform/runtime/config.ts';

const TIMEOUT_MS = patient(60_000);
/** How Linux divides the CPU between sessions. */
const SESSION = '/proc/self/autogroup';
const noLeftovers = async (app: TestApp) =>
  (await readdir(join(app.dataDir, 'staging'))).filter((name) => name.startsWith('video-'))
    .length === 0;
/** Returns whether no process of a process group (given by its leader) is left. */
const isGone = (group: number) => {
  try {
    return !process.kill(group, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};
const jobsLeft = async (app: TestApp) =>
  (
    await sql<{
      count: number;
    }>`
      select count(*)::int as count
      from graphile_worker.jobs
      where task_identifier = 'videos.process'
    `.execute(app.server.context.db)
  ).rows[0]!.count;

describe.skipIf(ENCODER === undefined)('Two servers on one database, one with an encoder', () => {
  let app: TestApp;
  let anna: Caller;
  let encoding: Server | undefined;
  beforeAll(async () => {
    app = await startTestApp({ FFMPEG: 'off' });
    anna = await app.join('Анна');
    await makeChannel(anna, 'Два сервера');
  });
  afterAll(async () => {
    await encoding?.stop();
    await app.stop();
  });
  const job = async () =>
    (
      await sql<{
        attempts: number;
        locked_at: Date | null;
      }>`
        select attempts, locked_at
        from graphile_worker.jobs
        where task_identifier = 'videos.process'
      `.execute(app.server.context.db)
    ).rows;

  test('the server without an encoder leaves the jobs to the other one, and queues what is uploaded to it', async () => {
    const { context } = app.server;
    const small = { seconds: 1, width: 320, height: 180 };
    const alone = await publish(anna, 'Пока кодека нет', { video: clipBlob(small) });
    expect(alone).toMatchObject({ state: 'ready', ladder: 'none' });
    expect(await job()).toEqual([]);
    // The state left by a server with an encoder that was shut down.
    await sql`
      update videos
      set ladder = 'waiting'
      where id = ${alone._id}
    `.execute(context.db);
    await context.jobs.add(
      context.db,
      'videos.process',
      { id: alone._id },
      { queue: 'videos.process', attempts: 3 },
    );
    await context.jobs.add(context.db, 'accounts.sweep', {}, { key: 'after it' });
    await until(
      async () =>
        (
          await sql`
          select
          from graphile_worker.jobs
          where key = 'after it'
        `.execute(context.db)
        ).rows.length === 0,
    );
    expect(await job()).toEqual([{ attempts: 0, locked_at: null }]);
    expect(await readVideo(anna, alone._id)).toMatchObject({ state: 'ready', ladder: 'waiting' });

    const config = readConfig({
      PORT: '0',
      DATA_DIR: app.dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'fatal',
      DB_POOL: '6',
      FFMPEG: ENCODER!,
      PATH: process.env['PATH'],
    });
    encoding = await startServer(config, app.databaseUrl, {
      print: () => {},
      siteDir: fileURLToPath(new URL('../../../../../packages/web/dist', import.meta.url)),
    });
    await until(async () => (await readVideo(anna, alone._id)).ladder === 'done', TIMEOUT_MS);
    const webm = await publish(anna, 'С кодеком рядом', {
      video: clipBlob({ ...small, container: 'webm' }),
    });
    expect(webm).toMatchObject({ state: 'processing', ladder: 'waiting' });
    await until(async () => (await readVideo(anna, webm._id)).ladder === 'done', TIMEOUT_MS);
    // The video's `ladder` is done before the job that made it ends.
    await until(async () => (await jobsLeft(app)) === 0);
  });
});

describe('An encoder that', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'respa-encoder-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const broken: [string, string][] = [
    ['hangs', 'sleep 600'],
    ['hangs with its child processes', 'sleep 600 & sleep 600'],
    ['dies', 'kill -SEGV $$'],
    ['exits with an error', 'exit 1'],
    // Nine gigabytes are requested at once; if that succeeds, the script continues.
    [
      'allocates without limit',
      'dd if=/dev/null of=/dev/null bs=9G count=1 2>/dev/null && touch "$0-ate"\nkill -ABRT $$',
    ],
  ];
  test.each(broken)(
    '%s is stopped: a waiting video fails, a playable one stays playable, and nothing is tried twice',
    async (name, script) => {
      const path = join(folder, name.replaceAll(' ', '-'));
      await writeFile(path, `#!/bin/sh\necho $$ >>"$0-runs"\n${script}\n`);
      await chmod(path, 0o755);
      const app = await startTestApp({
        FFMPEG: path,
        ENCODING_SECONDS: '1',
        PATH: '/usr/bin:/bin',
      });
      try {
        const anna = await app.join('Анна');
        await makeChannel(anna, 'Обработка');
        const [needy, plain] = [
          await publish(anna, 'Нужен кодек', { video: await video() }),
          await publish(anna, 'Играет и так', { video: await playableVideo() }),
        ];
        await until(async () => (await readVideo(anna, plain._id)).ladder === 'failed', TIMEOUT_MS);
        expect(await readVideo(anna, needy._id)).toMatchObject({
          state: 'failed',
          ladder: 'failed',
        });
        expect((await readVideo(anna, plain._id)).state).toBe(
          script === 'exit 1' ? 'failed' : 'ready',
        );
        await until(async () => (await jobsLeft(app)) === 0, TIMEOUT_MS);
        expect(await noLeftovers(app)).toBe(true);
        const runs = (await readFile(`${path}-runs`, 'utf8')).trim().split('\n').map(Number);
        // Each video was tried for its poster, its seek bar and its qualities; a poster that fails
        // by its content is tried again at the first frame. No process of any group is left.
        expect(runs).toHaveLength(script === 'exit 1' ? 8 : 6);
        for (const pid of runs) await until(() => isGone(-pid));
        expect(existsSync(`${path}-ate`)).toBe(false);
        await assertProved(app);
      } finally {
        await app.stop();
      }
    },
  );
  test.skipIf(!existsSync(SESSION))('works runs at the lowest priority', async () => {
    const path = join(folder, 'tells');
    await writeFile(path, `#!/bin/sh\ncat ${SESSION} >'${folder}/niceness'\nexit 1\n`);
    await chmod(path, 0o755);
    const app = await startTestApp({ FFMPEG: path, PATH: '/usr/bin:/bin' });
    try {
      const anna = await app.join('Анна');
      await makeChannel(anna, 'Обработка');
      const { _id: id } = await publish(anna, 'Играет и так', { video: await playableVideo() });
      await until(async () => (await readVideo(anna, id)).ladder === 'failed', TIMEOUT_MS);
      expect(await readFile(join(folder, 'niceness'), 'utf8')).toMatch(/ nice 10$/m);
    } finally {
      await app.stop();
    }
  });
});
