import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { newId } from '#platform/runtime/ids.ts';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';

let app: TestApp;
beforeAll(async () => {
  // Without an encoder, the jobs of videos stay in the queue.
  app = await startTestApp({ FFMPEG: 'off' });
});
afterAll(() => app.stop());

const add = (owner: string, name: string) =>
  app.server.context.jobs.add(
    app.server.context.db,
    'videos.process',
    { id: newId() },
    { key: `video ${name}`, queue: 'videos.process', owner },
  );
/** The order in which the queue runs jobs (graphile-worker: priority, then time, then id). */
const order = async () =>
  (
    await sql<{ key: string }>`
      select key
      from graphile_worker.jobs
      where task_identifier = 'videos.process'
      order by priority, run_at, id
    `.execute(app.server.context.db)
  ).rows.map(({ key }) => key.replace('video ', ''));
const finish = (count: number) =>
  sql`
    select graphile_worker.complete_jobs(array(
      select id
      from graphile_worker.jobs
      where task_identifier = 'videos.process'
      order by priority, run_at, id
      limit ${count}
    ))
  `.execute(app.server.context.db);

test('jobs run in turns of their owners, and those of one owner in their order', async () => {
  for (let at = 0; at < 50; at += 1) await add('greedy', `greedy ${at}`);
  await finish(1);
  await add('anna', 'anna 0');
  await add('anna', 'anna 1');
  await add('boris', 'boris 0');
  expect((await order()).slice(0, 6)).toEqual([
    'greedy 1',
    'anna 0',
    'boris 0',
    'greedy 2',
    'anna 1',
    'greedy 3',
  ]);
  await finish(10);
  await add('greedy', 'greedy 50');
  await add('anna', 'anna 2');
  const rest = await order();
  expect([rest.indexOf('anna 2'), rest.at(-1)]).toEqual([1, 'greedy 50']);
  // A job that is added again keeps its turn.
  await add('greedy', 'greedy 50');
  expect((await order()).at(-1)).toBe('greedy 50');
});
