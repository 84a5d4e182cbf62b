import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import { MAIL_LIMITS } from '@respa/contract/rate-limits';
import { PASSWORD, startTestApp, type TestApp } from '#tests/support/driver.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { transaction } from '#platform/database/transaction.ts';
import { queueMail } from './mail.ts';
import { mailboxOf } from './mail-recipients.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
});
afterAll(() => app.stop());

let computers = 0;
/** Calls from a computer of its own each time, so that no limit per address answers first. */
const call = (path: string, body: object, token?: string) =>
  fetch(`${app.url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.9.${Math.floor((computers += 1) / 250)}.${computers % 250}`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
const register = (email: string) =>
  call(account.register.path, {
    name: 'Кто-то',
    surname: 'Чужой',
    age: '1999-05-11',
    email,
    password: PASSWORD,
  });
/** Waits until every queued mail is sent. */
const untilSent = () =>
  expect
    .poll(
      async () =>
        (
          await sql`
            select
            from graphile_worker.jobs
            where task_identifier in ('mail.send', 'accounts.return')
          `.execute(app.server.context.db)
        ).rows.length,
      { timeout: 20_000 },
    )
    .toBe(0);
const outboxSize = async () => {
  await untilSent();
  return (await readdir(join(app.dataDir, 'outbox')).catch(() => [])).length;
};
/** Queues a mail whose link opens a page of the site. */
const queueLink = (to: string, page: string) =>
  transaction(app.server.context, (tx) =>
    queueMail(app.server.context, tx, {
      to,
      subject: 'Проверка — Респа',
      lines: ['Проверка'],
      link: { name: 'Открыть', url: `http://respa.test/${page}/${crypto.randomUUID()}` },
    }),
  );
const hour = MAIL_LIMITS.activate[0];
const passes = (seconds: number) =>
  sql`
    update mail_counts
    set ends_at = ends_at - make_interval(secs => ${seconds})
  `.execute(app.server.context.db);

test('twenty-five registrations of one address send a stranger only a few mails', async () => {
  const email = `${crypto.randomUUID()}@respa.test`;
  const before = await outboxSize();
  for (let turn = 0; turn < 25; turn += 1) {
    const answer = await register(email);
    expect(answer.status).toBe(200);
    // The account exists, whether or not its mail was sent.
    expect(await answer.json()).toMatchObject({ errors: [], token: expect.any(String) });
  }
  expect((await outboxSize()) - before).toBe(hour.count);
  expect(await mailsTo(app, email, '')).toHaveLength(hour.count);

  // After an hour the address gets mails again, until the day's number is used up.
  const day = MAIL_LIMITS.activate[1];
  for (let turn = 0; turn < 3; turn += 1) {
    await passes(hour.seconds);
    for (let more = 0; more < hour.count; more += 1) await register(email);
  }
  expect((await outboxSize()) - before).toBe(day.count);
});

test('registrations of many spellings of one mailbox count as one', async () => {
  const before = await outboxSize();
  for (let turn = 0; turn < 12; turn += 1)
    expect((await register(`v.i.ctim+${turn}@gmail.com`)).status).toBe(200);
  expect((await outboxSize()) - before).toBe(hour.count);
  expect(
    ['a.b+c@gmail.com', 'ab@googlemail.com', 'AB@gmail.com'].map((each) => mailboxOf(each)),
  ).toEqual(['ab@gmail.com', 'ab@gmail.com', 'ab@gmail.com']);
  expect(['a.b@ya.ru', 'a-b+x@yandex.com'].map((each) => mailboxOf(each))).toEqual([
    'a-b@yandex.ru',
    'a-b@yandex.ru',
  ]);
  expect(['a.b@mail.ru', 'a+b@mail.ru', '+b@mail.ru'].map((each) => mailboxOf(each))).toEqual([
    'a.b@mail.ru',
    'a@mail.ru',
    '+b@mail.ru',
  ]);
});

test("nothing that strangers ask for keeps a member's security mails back, and no answer tells who is registered", async () => {
  const victim = await app.join('Анна', 'Белова');
  const unknown = `${crypto.randomUUID()}@respa.test`;
  const answers: unknown[] = [];
  for (const email of [victim.email, unknown])
    for (let turn = 0; turn < 12; turn += 1) {
      await app.server.context.limits.forgive('mails', `return ${email}`);
      const answer = await call(account.forgotPassword.path, { email });
      answers.push([answer.status, await answer.json()]);
    }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  await untilSent();
  expect(await mailsTo(app, victim.email, 'попросил сменить пароль')).toHaveLength(
    MAIL_LIMITS['return-password'][0].count,
  );
  const [name, domain] = victim.email.split('@');
  for (let turn = 0; turn < 12; turn += 1) await register(`${name}+${turn}@${domain}`);

  await victim.call(account.changePassword, {
    body: { password: PASSWORD, newPassword: 'respawn-2027' },
  });
  await untilSent();
  expect(
    await mailsTo(app, victim.email, 'Пароль вашего профиля только что изменили'),
  ).toHaveLength(1);
});

test('the counts hold no address, and are deleted when their time is over', async () => {
  const { context } = app.server;
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(c)::text as row
    from mail_counts c
  `.execute(context.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ row }) => row.includes('@') || row.includes('victim'))).toEqual([]);
  await passes(2 * 24 * 3600);
  await context.jobs.add(context.db, 'mails.sweep', {});
  await expect
    .poll(
      async () =>
        (
          await sql`
            select
            from mail_counts
          `.execute(context.db)
        ).rows.length,
      { timeout: 20_000 },
    )
    .toBe(0);
});

test('mails that are queued at once do not exceed the limit', async () => {
  const email = `${crypto.randomUUID()}@respa.test`;
  const queued = await Promise.all(Array.from({ length: 10 }, () => queueLink(email, 'activate')));
  expect(queued.filter(Boolean)).toHaveLength(hour.count);
});
