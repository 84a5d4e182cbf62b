import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as admin from '@respa/contract/admin';
import * as adminJobs from '@respa/contract/admin-jobs';
import { sendMessage } from '@respa/contract/support';
import { addRegularJobs } from '#app/regular-jobs.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { ADMIN, joinAdmin } from '#tests/support/members/games.ts';
import { mailsTo as mailsIn } from '#tests/support/outbox.ts';
import { patient } from '#tests/support/patience.ts';

let app: TestApp;
let boss: Caller;
let anna: Caller;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  [boss, anna] = [await joinAdmin(app), await app.join('Анна')];
});
afterAll(() => app.stop());
const NOBODY = '01890000-0000-7000-8000-000000000000';
const actions = async () => (await boss.call(admin.log)).entries.map(({ action }) => action);
const mailsTo = (address: string, words: string) => mailsIn(app, address, words);

describe('support messages', () => {
  const listed = async (state?: admin.AppealState) =>
    (await boss.call(admin.messages, { query: state === undefined ? {} : { state } })).messages;
  test('are answered by email, once, after the commit', async () => {
    await anna.call(sendMessage, { body: { message: 'Не грузится\nаватар' } });
    const [appeal] = await listed('new');
    expect(appeal).toMatchObject({
      text: 'Не грузится\nаватар',
      state: 'new',
      email: anna.email,
      answer: null,
      person: { _id: anna.id, name: 'Анна' },
    });
    const input = { params: { id: appeal!._id }, body: { text: 'Починили.\nПопробуйте ещё раз' } };
    expect((await boss.call(admin.answer, input)).message).toMatchObject({
      state: 'answered',
      answer: 'Починили.\nПопробуйте ещё раз',
    });
    await expect
      .poll(async () => (await mailsTo(anna.email, 'Не грузится')).length, {
        timeout: patient(10_000),
      })
      .toBe(1);
    expect((await mailsTo(anna.email, 'Не грузится'))[0]).toMatch(
      /аватар[\s\S]*Починили\.[\s\S]*Попробуйте ещё раз/,
    );
    expect(await boss.refusal(admin.answer, input)).toMatchObject({
      status: 409,
      code: 'answered_already',
    });
    expect(
      await boss.refusal(admin.setAppealState, {
        params: { id: appeal!._id },
        body: { state: 'closed' },
      }),
    ).toMatchObject({ status: 409, code: 'answered_already' });
    expect((await listed('answered')).map((one) => one._id)).toEqual([appeal!._id]);
    expect((await actions()).filter((one) => one === 'answer')).toHaveLength(1);
  });
  test('of a visitor are answered to the address they left, and cannot be answered without one', async () => {
    await app.nobody.call(sendMessage, {
      body: { message: 'Вопрос с почтой', email: 'gost@mail.test' },
    });
    await app.nobody.call(sendMessage, { body: { message: 'Вопрос без почты' } });
    const [silent, reachable] = await listed('new');
    expect([silent!.email, reachable!.email, silent!.person]).toEqual([
      null,
      'gost@mail.test',
      null,
    ]);
    expect(
      await boss.refusal(admin.answer, { params: { id: silent!._id }, body: { text: 'Ау' } }),
    ).toMatchObject({ status: 409, code: 'no_address' });
    await boss.call(admin.answer, { params: { id: reachable!._id }, body: { text: 'Отвечаем' } });
    await expect
      .poll(async () => (await mailsTo('gost@mail.test', 'Отвечаем')).length, {
        timeout: patient(10_000),
      })
      .toBe(1);
  });
  test('are closed and reopened idempotently', async () => {
    const [appeal] = await listed('new');
    const put = (state: 'new' | 'closed') =>
      boss.call(admin.setAppealState, { params: { id: appeal!._id }, body: { state } });
    for (const state of ['closed', 'closed', 'new'] as const)
      expect((await put(state)).message.state).toBe(state);
    expect((await actions()).slice(0, 3)).toEqual(['reopen_message', 'close_message', 'answer']);
    expect(
      await boss.refusal(admin.setAppealState, {
        params: { id: NOBODY },
        body: { state: 'closed' },
      }),
    ).toMatchObject({ status: 404 });
    expect(
      await boss.refusal(admin.answer, { params: { id: appeal!._id }, body: { text: ' ' } }),
    ).toMatchObject({ status: 400, fields: { text: 'Напишите ответ' } });
  });
  test('are listed page by page, newest first', async () => {
    await sql`
      insert into support_messages (id, text)
      select ('01880000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Старое ' || n
      from generate_series(1, 40) n
    `.execute(app.server.context.db);
    const first = await boss.call(admin.messages);
    expect([first.messages.length, first.isLast]).toEqual([30, false]);
    const rest = await boss.call(admin.messages, { query: { before: first.messages[29]!._id } });
    expect([rest.messages.length, rest.isLast, rest.messages.at(-1)!.text]).toEqual([
      13,
      true,
      'Старое 1',
    ]);
  });
});

describe('the queues', () => {
  const add = async (name: string): Promise<string> =>
    (
      await sql<{ id: string }>`
        with job as (
          select id
          from graphile_worker.add_job(
            ${name},
            payload := '{"to": "x@mail.test", "subject": "Тема", "link": "https://secret"}'::json,
            run_at := now() + interval '1 day', max_attempts := 3
          )
        )
        select id::text
        from job
      `.execute(app.server.context.db)
    ).rows[0]!.id;
  const age = (id: string, tried: number) =>
    sql`
      update graphile_worker._private_jobs
      set attempts = ${tried}, last_error = 'Error: соединение закрыто\n  at net'
      where id = ${id}::bigint
    `.execute(app.server.context.db);
  test('separate emails from other jobs and show no secrets', async () => {
    const [mail, job] = [await add('mail.send'), await add('accounts.sweep')];
    await age(mail, 3);
    const { jobs } = await boss.call(adminJobs.jobs, {
      query: { queue: 'mails', state: 'failed' },
    });
    expect(jobs).toMatchObject([
      {
        _id: mail,
        name: 'mail.send',
        state: 'failed',
        attempts: 3,
        maxAttempts: 3,
        error: 'Error: соединение закрыто',
        mail: { to: 'x@mail.test', subject: 'Тема' },
      },
    ]);
    expect(JSON.stringify(jobs)).not.toContain('secret');
    expect(
      (await boss.call(adminJobs.jobs, { query: { state: 'waiting' } })).jobs.find(
        (one) => one._id === job,
      ),
    ).toMatchObject({ name: 'accounts.sweep', mail: null });
    expect((await boss.call(admin.state)).waiting.failed).toBe(1);
  });
  test('requeue a dropped recurring job within the next hour', async () => {
    const { db } = app.server.context;
    const chains = ['counters.prove', 'videos.rank'];
    const state = async () =>
      (await boss.call(adminJobs.jobs)).jobs
        .filter(({ name }) => chains.includes(name))
        .map(({ name, runs, _id }) => ({ name, runs, _id }));
    const before = await state();
    expect(before.map(({ name }) => name).sort()).toEqual(chains);
    for (const { _id } of before) {
      await age(_id, 1);
      await boss.call(adminJobs.dropJob, { params: { id: _id } });
    }
    expect(await state()).toEqual([]);
    for (let hour = 0; hour < 2; hour += 1) await addRegularJobs(app.server.context);
    const after = await state();
    expect(after.map(({ name }) => name).sort()).toEqual(chains);
    const nightOf = (jobs: typeof after) =>
      jobs.find(({ name }) => name === 'counters.prove')!.runs;
    expect(nightOf(after)).toBe(nightOf(before));
    await sql`
      select graphile_worker.complete_jobs(array_agg(id))
      from graphile_worker._private_jobs
      where key like '%.sweep'
    `.execute(db);
  });
  test('allow only failed jobs to be retried or dropped, not running or untried ones', async () => {
    const [failed, fresh] = [await add('mail.send'), await add('mail.send')];
    await age(failed, 3);
    expect(await boss.refusal(adminJobs.dropJob, { params: { id: fresh } })).toMatchObject({
      status: 409,
      code: 'job_untried',
    });
    expect(await boss.call(adminJobs.dropJob, { params: { id: failed } })).toEqual({ ok: true });
    expect(await boss.refusal(adminJobs.dropJob, { params: { id: failed } })).toMatchObject({
      status: 404,
    });
    expect(await boss.call(adminJobs.retryJob, { params: { id: fresh } })).toEqual({ ok: true });
    await expect
      .poll(async () => (await mailsTo('x@mail.test', 'To:')).length, { timeout: patient(10_000) })
      .toBe(1);
    expect((await actions()).slice(0, 2)).toEqual(['retry_job', 'drop_job']);
    const held = await add('mail.send');
    await sql`
      update graphile_worker._private_jobs
      set locked_at = now(), locked_by = 'другой'
      where id = ${held}::bigint
    `.execute(app.server.context.db);
    for (const route of [adminJobs.retryJob, adminJobs.dropJob])
      expect(await boss.refusal(route, { params: { id: held } })).toMatchObject({
        status: 409,
        code: 'job_running',
      });
    expect(await boss.refusal(adminJobs.retryJob, { params: { id: '999999999' } })).toMatchObject({
      status: 404,
    });
  });
});

test('visits are listed per day without gaps, today last', async () => {
  await sql`insert into visits (day, members, visitors) values (current_date - 3, 7, 9)`.execute(
    app.server.context.db,
  );
  const { visits } = await boss.call(admin.visits, { query: { days: 7 } });
  expect(visits).toHaveLength(7);
  expect(visits.at(-1)!.date).toBe(
    (await sql<{ day: string }>`select current_date as day`.execute(app.server.context.db)).rows[0]!
      .day,
  );
  expect(visits.at(-4)).toMatchObject({ members: 7, visitors: 9 });
  expect(await boss.refusal(admin.visits, { query: { days: 3 } })).toMatchObject({ status: 400 });
});

test('the server state shows pending work and used space', async () => {
  await expect
    .poll(async () => Object.values(await boss.call(admin.state)).includes(null), {
      timeout: patient(10_000),
    })
    .toBe(false);
  const state = await boss.call(admin.state);
  expect(state.database!.bytes).toBeGreaterThan(1_000_000);
  expect(state.disk!.total).toBeGreaterThan(state.disk!.free);
  expect(state.waiting.messages).toBeGreaterThan(0);
  expect(await boss.call(admin.state)).toEqual(state);
});

test('returns pending work without waiting for the file count, even if that cannot run', async () => {
  const other = await startTestApp(ADMIN);
  try {
    const admitted = await joinAdmin(other);
    await other.nobody.call(sendMessage, { body: { message: 'Вопрос' } });
    const answered = await other.server.context.db.transaction().execute(async (tx) => {
      await sql`lock table media_files in access exclusive mode`.execute(tx);
      return admitted.call(admin.state);
    });
    expect(answered).toMatchObject({ waiting: { messages: 1 }, storage: null });
  } finally {
    await other.stop();
  }
});
