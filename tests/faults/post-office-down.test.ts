import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import * as account from '@respa/contract/account';
import { openBadOffice, type BadOffice, type Manner } from '../support/bad-mail-server.ts';
import { Caller, PASSWORD, startTestApp, type TestApp } from '../support/driver.ts';
import { freePort } from '../support/nginx.ts';

const isLong = process.env['RESPA_LONG_TESTS'] === '1';
/** What a mail waits for at most, and what a busy machine takes. */
const GIVEN_UP_MS = 60_000;
let app: TestApp;
let port: number;
beforeAll(async () => {
  port = await freePort();
  app = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${port}` });
});
afterAll(() => app.stop());

const register = async (): Promise<string> => {
  const email = `${crypto.randomUUID()}@respa.test`;
  await new Caller(app.url).call(account.register, {
    body: { name: 'Письмо', surname: 'Вдогонку', age: '1999-05-11', email, password: PASSWORD },
  });
  return email;
};
const jobs = async () =>
  (
    await sql<{
      attempts: number;
      max_attempts: number;
      last_error: string | null;
    }>`
      select attempts, max_attempts, last_error
      from graphile_worker.jobs
      where task_identifier = 'mail.send'
      order by id
    `.execute(app.server.context.db)
  ).rows;
/** The waiting of the queue, which would take minutes, is over. */
const hurry = () =>
  sql`
    update graphile_worker._private_jobs
    set run_at = now()
    where locked_at is null
  `.execute(app.server.context.db);
/** Until every letter was tried in vain. */
const untilFailed = () =>
  expect
    .poll(async () => (await jobs()).map(({ last_error: error }) => error), {
      timeout: GIVEN_UP_MS,
    })
    .toEqual([expect.stringContaining('mail not handed over')]);
const untilSent = () =>
  expect
    .poll(
      async () => {
        await hurry();
        return jobs();
      },
      { timeout: GIVEN_UP_MS, interval: 500 },
    )
    .toEqual([]);
async function withOffice(
  manner: Manner,
  work: (office: BadOffice) => Promise<void>,
): Promise<void> {
  const office = await openBadOffice({ port });
  office.manner = manner;
  try {
    await work(office);
  } finally {
    await office.close();
  }
}

test('with nobody at the port a registration is answered, its letter waits in the queue, and leaves once when there is a post office', async () => {
  const email = await register();
  await untilFailed();
  await withOffice('well', async (office) => {
    await untilSent();
    expect(office.taken).toEqual([email]);
  });
}, 90_000);

// Some wait for as long as a silent one is given: they are in the long run alone.
const REFUSING: [string, Manner, boolean][] = [
  ['hangs up without a word', 'hangs up', false],
  ['is busy (451)', 'busy', false],
  ['does not know whom it is for (550)', 'refuses', false],
  ['takes no letters (554)', 'refuses letters', false],
  ['answers the call and never greets', 'never greets', true],
  ['falls silent at DATA', 'hangs in DATA', true],
  ['hears the letter out and says nothing', 'never takes it', true],
];
test.for(REFUSING.filter(([, , waits]) => isLong || !waits))(
  'a post office that %s: the registration is answered, the letter waits in the queue, and leaves once when the office is at work',
  { timeout: 120_000 },
  async ([, manner]) => {
    await withOffice(manner, async (office) => {
      const email = await register();
      // It has been answered; the letter has been tried by then or has not.
      await untilFailed();
      expect([office.calls, office.taken]).toEqual([1, []]);
      expect(await jobs()).toMatchObject([{ attempts: 1, max_attempts: 15 }]);
      await expect.poll(() => office.inside()).toBe(0);
      office.manner = 'well';
      await untilSent();
      expect([office.calls, office.taken]).toEqual([2, [email]]);
    });
  },
);

test('while a post office holds letters without a word, registrations are answered and all other jobs are done', async () => {
  const { context } = app.server;
  await withOffice('never greets', async (office) => {
    const emails: string[] = [];
    for (let index = 0; index < 6; index += 1) emails.push(await register());
    await expect.poll(() => office.inside()).toBeGreaterThan(1);
    await context.jobs.add(context.db, 'uploads.sweep', {}, { key: 'beside' });
    await expect
      .poll(
        async () =>
          (
            await sql`
            select
            from graphile_worker.jobs
            where key = 'beside'
          `.execute(context.db)
          ).rows.length,
        { timeout: 8_000 },
      )
      .toBe(0);
    // They are held still, and not one of them was given up in the meantime.
    expect([
      office.inside() > 1,
      (await jobs()).filter(({ last_error: error }) => error !== null).length,
    ]).toEqual([true, 0]);
    office.manner = 'well';
    office.drop();
    await untilSent();
    expect(office.taken.toSorted()).toEqual(emails.toSorted());
  });
}, 90_000);

test('a slow post office gets each letter once', async () => {
  await withOffice('slow', async (office) => {
    const emails = [await register(), await register()];
    await expect.poll(jobs, { timeout: GIVEN_UP_MS }).toEqual([]);
    expect([office.calls, office.taken.toSorted()]).toEqual([2, emails.toSorted()]);
  });
}, 90_000);

test('one that says that it has taken a letter, and hangs up, is not given it again', async () => {
  await withOffice('rude', async (office) => {
    const email = await register();
    await expect.poll(jobs, { timeout: GIVEN_UP_MS }).toEqual([]);
    await hurry();
    expect([office.calls, office.taken]).toEqual([1, [email]]);
  });
}, 90_000);

// Whether it was taken, nobody on this side can know: a letter that comes twice is better than one that never comes.
test('one that has taken a letter, and hangs up before it says so, is given it again: at least once', async () => {
  await withOffice('lost', async (office) => {
    const email = await register();
    await untilFailed();
    office.manner = 'well';
    await untilSent();
    expect(office.taken).toEqual([email, email]);
  });
}, 90_000);

test('a letter that is refused for ever is given up after its fifteenth attempt, and those behind it leave', async () => {
  await withOffice('refuses', async (office) => {
    await register();
    await untilFailed();
    // An attempt counts when it begins; what went wrong is said when it is over.
    await sql`
      update graphile_worker._private_jobs
      set attempts = 14, last_error = null, run_at = now()
      where locked_at is null
    `.execute(app.server.context.db);
    await untilFailed();
    expect((await jobs()).map(({ attempts }) => attempts)).toEqual([15]);
    await expect.poll(() => office.inside()).toBe(0);
    office.manner = 'well';
    const calls = office.calls;
    const email = await register();
    await hurry();
    // The office has the letter before its job is over.
    await expect
      .poll(async () => [office.taken, (await jobs()).map(({ attempts }) => attempts)])
      .toEqual([[email], [15]]);
    expect(office.calls - calls).toBe(1);
  });
}, 90_000);
