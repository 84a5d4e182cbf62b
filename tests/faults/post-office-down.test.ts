import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import * as account from '@respa/contract/account';
import { Caller, PASSWORD, startHouse, type TestHouse } from '../driver.ts';
import { freePort } from '../nginx.ts';

let house: TestHouse;
let port: number;
beforeAll(async () => {
  port = await freePort();
  house = await startHouse({ SMTP_URL: `smtp://127.0.0.1:${port}` });
});
afterAll(() => house.stop());

const register = async (): Promise<{ email: string; ms: number }> => {
  const email = `${crypto.randomUUID()}@respa.test`;
  const begun = performance.now();
  await new Caller(house.url).call(account.register, { body: { name: 'Письмо', surname: 'Вдогонку', age: '1999-05-11', email, password: PASSWORD } });
  return { email, ms: performance.now() - begun };
};
const jobs = async () => (await sql<{ attempts: number; last_error: string | null }>`select attempts, last_error from graphile_worker.jobs where task_identifier = 'mail.send' order by id`.execute(house.server.ground.db)).rows;
/** The waiting of the queue, which would take minutes, is over. */
const hurry = () => sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(house.server.ground.db);

test('with the post office down, silent or refusing, a registration answers at once, its letter waits in the queue, and is delivered once when there is a post office again', async () => {
  const written: string[] = [];
  // Nobody listens.
  written.push((await register()).email);
  await expect.poll(async () => (await jobs())[0]?.attempts, { timeout: 10_000 }).toBeGreaterThan(0);

  // Somebody takes the call and hangs up without a word.
  const rude: Server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  await once(rude, 'listening');
  written.push((await register()).email);
  await expect.poll(async () => (await jobs()).filter(({ last_error: error }) => error !== null).length, { timeout: 10_000 }).toBe(2);
  await new Promise((resolve) => { rude.close(resolve); });

  // Busy, and then at work.
  let isBusy = true;
  const delivered: string[] = [];
  const office = new SMTPServer({
    authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_, __, answer) => (isBusy ? answer(Object.assign(new Error('busy'), { responseCode: 451 })) : answer()),
    onData(stream, session, answer) {
      delivered.push(...session.envelope.rcptTo.map(({ address }) => address));
      stream.resume().on('end', () => answer());
    },
  });
  office.on('error', () => {});
  await new Promise<void>((resolve) => { office.listen(port, '127.0.0.1', resolve); });
  try {
    const late = await register();
    written.push(late.email);
    expect(late.ms).toBeLessThan(5_000);
    await expect.poll(async () => (await jobs()).filter(({ last_error: error }) => error !== null).length, { timeout: 10_000 }).toBe(3);
    expect(delivered).toEqual([]);
    isBusy = false;
    await expect.poll(async () => {
      await hurry();
      return (await jobs()).length;
    }, { timeout: 20_000, interval: 500 }).toBe(0);
    await sleep(300);
    expect(delivered.sort()).toEqual([...written].sort());
  } finally {
    await new Promise<void>((resolve) => { office.close(resolve); });
  }
}, 90_000);
