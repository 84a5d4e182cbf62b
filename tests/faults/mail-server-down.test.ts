import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import * as account from '@respa/contract/account';
import {
  openBadMailServer,
  type BadMailServer,
  type Behaviour,
} from '../support/servers/bad-mail-server.ts';
import { Caller, PASSWORD, startTestApp, type TestApp } from '../support/driver.ts';
import { freePort } from '../support/servers/nginx.ts';
import { patient } from '../support/patience.ts';

const isLong = process.env['RESPA_LONG_TESTS'] === '1';
/** Milliseconds. The longest wait for an email, with a margin for a busy machine. */
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
/** Skips the retry delay of the queue, which would take minutes. */
const hurry = () =>
  sql`
    update graphile_worker._private_jobs
    set run_at = now()
    where locked_at is null
  `.execute(app.server.context.db);
/** Waits until sending every email has failed. */
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
async function withMailServer(
  manner: Behaviour,
  work: (office: BadMailServer) => Promise<void>,
): Promise<void> {
  const office = await openBadMailServer({ port });
  office.behaviour = manner;
  try {
    await work(office);
  } finally {
    await office.close();
  }
}

test(
  'with no mail server a registration is answered, its email waits in the queue, and is sent once when a mail server is up',
  async () => {
    const email = await register();
    await untilFailed();
    await withMailServer('well', async (office) => {
      await untilSent();
      expect(office.taken).toEqual([email]);
    });
  },
  patient(90_000),
);

// Some take the full timeout of a silent server; they run only in the long run.
const REFUSING: [string, Behaviour, boolean][] = [
  ['closes the connection at once', 'hangs up', false],
  ['is busy (451)', 'busy', false],
  ['rejects the recipient (550)', 'refuses', false],
  ['rejects the message (554)', 'refuses messages', false],
  ['accepts the connection and never greets', 'never greets', true],
  ['falls silent at DATA', 'hangs in DATA', true],
  ['reads the message and never replies', 'never takes it', true],
];
test.for(REFUSING.filter(([, , waits]) => isLong || !waits))(
  'a mail server that %s: the registration is answered, the email waits in the queue, and is sent once when the server works',
  { timeout: patient(120_000) },
  async ([, manner]) => {
    await withMailServer(manner, async (office) => {
      const email = await register();
      // The registration has been answered; sending may or may not have been tried by then.
      await untilFailed();
      expect([office.calls, office.taken]).toEqual([1, []]);
      expect(await jobs()).toMatchObject([{ attempts: 1, max_attempts: 15 }]);
      await expect.poll(() => office.inside()).toBe(0);
      office.behaviour = 'well';
      await untilSent();
      expect([office.calls, office.taken]).toEqual([2, [email]]);
    });
  },
);

test(
  'while a mail server holds emails silently, registrations are answered and all other jobs run',
  async () => {
    const { context } = app.server;
    await withMailServer('never greets', async (office) => {
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
          { timeout: patient(8_000) },
        )
        .toBe(0);
      // They are still held, and none of them was given up meanwhile.
      expect([
        office.inside() > 1,
        (await jobs()).filter(({ last_error: error }) => error !== null).length,
      ]).toEqual([true, 0]);
      office.behaviour = 'well';
      office.drop();
      await untilSent();
      expect(office.taken.toSorted()).toEqual(emails.toSorted());
    });
  },
  patient(90_000),
);

test(
  'a slow mail server gets each email once',
  async () => {
    await withMailServer('slow', async (office) => {
      const emails = [await register(), await register()];
      await expect.poll(jobs, { timeout: GIVEN_UP_MS }).toEqual([]);
      expect([office.calls, office.taken.toSorted()]).toEqual([2, emails.toSorted()]);
    });
  },
  patient(90_000),
);

test(
  'a mail server that confirms an email and then hangs up does not get it again',
  async () => {
    await withMailServer('rude', async (office) => {
      const email = await register();
      await expect.poll(jobs, { timeout: GIVEN_UP_MS }).toEqual([]);
      await hurry();
      expect([office.calls, office.taken]).toEqual([1, [email]]);
    });
  },
  patient(90_000),
);

// Whether it was taken is unknown on this side: an email sent twice is better than one never sent.
test(
  'a mail server that takes an email and hangs up before confirming gets it again: at least once',
  async () => {
    await withMailServer('lost', async (office) => {
      const email = await register();
      await untilFailed();
      office.behaviour = 'well';
      await untilSent();
      expect(office.taken).toEqual([email, email]);
    });
  },
  patient(90_000),
);

test(
  'an email that is always refused is given up after the fifteenth attempt, and those behind it are sent',
  async () => {
    await withMailServer('refuses', async (office) => {
      await register();
      await untilFailed();
      // An attempt counts when it starts; its error is stored when it ends.
      await sql`
      update graphile_worker._private_jobs
      set attempts = 14, last_error = null, run_at = now()
      where locked_at is null
    `.execute(app.server.context.db);
      await untilFailed();
      expect((await jobs()).map(({ attempts }) => attempts)).toEqual([15]);
      await expect.poll(() => office.inside()).toBe(0);
      office.behaviour = 'well';
      const calls = office.calls;
      const email = await register();
      await hurry();
      // The mail server has the email before its job ends.
      await expect
        .poll(async () => [office.taken, (await jobs()).map(({ attempts }) => attempts)])
        .toEqual([[email], [15]]);
      expect(office.calls - calls).toBe(1);
    });
  },
  patient(90_000),
);
