import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import { Caller, PASSWORD } from '../support/driver.ts';
import { withDatabase } from '../support/stored-media.ts';
import { freePort } from '../support/servers/nginx.ts';
import { OwnServer } from '../support/servers/own-server.ts';
import { patient } from '../support/patience.ts';

test(
  'a job that is running when the database crashes is finished after recovery: the email is sent once, and the job is not locked for hours',
  async () => {
    const { promise: release, resolve: letGo } = Promise.withResolvers<void>();
    const delivered: string[] = [];
    const office = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData(stream, session, answer) {
        delivered.push(...session.envelope.rcptTo.map(({ address }) => address));
        stream.resume().on('end', () => void release.then(() => answer()));
      },
    });
    office.on('error', () => {});
    const port = await freePort();
    await new Promise<void>((resolve) => {
      office.listen(port, '127.0.0.1', resolve);
    });
    const server = await OwnServer.make({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    const jobsLeft = () =>
      withDatabase(
        server,
        async (db) =>
          (
            await sql<{
              count: number;
            }>`
            select count(*)::int as count
            from graphile_worker.jobs
            where task_identifier = 'mail.send'
          `.execute(db)
          ).rows[0]!.count,
      );
    try {
      await server.start();
      const email = `${crypto.randomUUID()}@respa.test`;
      await new Caller(server.url).call(account.register, {
        body: { name: 'Письмо', surname: 'Вдогонку', age: '1999-05-11', email, password: PASSWORD },
      });
      await expect.poll(() => delivered.length, { timeout: patient(10_000) }).toBe(1);
      expect(await jobsLeft()).toBe(1);
      server.killDatabase();
      letGo();
      await expect
        .poll(async () => (await fetch(`${server.url}/api/ready`)).status, {
          timeout: patient(10_000),
        })
        .toBe(200);
      await expect.poll(jobsLeft, { timeout: patient(15_000), interval: 500 }).toBe(0);
      expect(delivered).toEqual([email]);
    } finally {
      letGo();
      await server.leave();
      await new Promise<void>((resolve) => {
        office.close(resolve);
      });
    }
  },
  patient(90_000),
);
