import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import { openBadMailServer, type BadMailServer } from '#tests/support/servers/bad-mail-server.ts';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';

let mailServer: BadMailServer;
let app: TestApp;
beforeAll(async () => {
  mailServer = await openBadMailServer();
  app = await startTestApp({ SMTP_URL: mailServer.url });
});
afterAll(async () => {
  await app.stop();
  await mailServer.close();
});

/** Sends a mail to an address as it is stored; returns who receives it. */
async function deliver(to: string): Promise<string[]> {
  const { context } = app.server;
  const before = mailServer.taken.length;
  await context.jobs.add(context.db, 'mail.send', {
    to,
    subject: 'Проверка — Респа',
    text: 'Письмо',
    html: '<p>Письмо</p>',
  });
  await expect
    .poll(
      async () =>
        (
          await sql`
            select
            from graphile_worker.jobs
            where task_identifier = 'mail.send' and attempts = 0
          `.execute(context.db)
        ).rows.length,
      { timeout: 20_000 },
    )
    .toBe(0);
  await new Promise((resolve) => {
    setTimeout(resolve, 200);
  });
  return mailServer.taken.slice(before);
}
const waiting = async () =>
  (
    await sql`
      select
      from graphile_worker.jobs
      where task_identifier = 'mail.send'
    `.execute(app.server.context.db)
  ).rows.length;

test.each(['anna@mail.ru', "o'neil_1+x@sub.example.co.uk", 'anna@xn--80a1acny.xn--p1ai'])(
  'a mail to %j is handed over for exactly this recipient',
  async (to) => {
    expect(await deliver(to)).toEqual([to]);
  },
);

// Each of these is delivered to another mailbox than its text says, or read as several recipients.
test.each([
  'team:victim@x.ru',
  'team:victim@x.ru;',
  'victim@ｍail.ru',
  'victim@mail。ru',
  'a@x.ru,victim@y.ru',
  'a;victim@x.ru',
  'a(b)@x.ru',
  'Анна <victim@x.ru>',
  'a@x.ru>',
  'a@x.ru\r\nBcc: victim@x.ru',
  'Anna@MAIL.ru',
  'a@почта.рф',
  '',
])(
  'a mail to %j, which is no address that we store, is not sent and not tried again',
  async (to) => {
    expect(await deliver(to)).toEqual([]);
    expect(await waiting()).toBe(0);
  },
);

test('an address that an older version stored loosely gets no mail', async () => {
  const anna = await app.register('Анна');
  await expect.poll(() => mailServer.taken, { timeout: 20_000 }).toContain(anna.email);
  await app.server.context.db
    .updateTable('accounts')
    .set({ email: 'team:victim@x.ru' })
    .where('id', '=', anna.id)
    .execute();
  const before = mailServer.taken.length;
  await anna.call(account.resendActivation);
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
  expect(mailServer.taken.slice(before)).toEqual([]);
});
