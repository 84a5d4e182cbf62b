import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as friends from '@respa/contract/friends';
import * as profile from '@respa/contract/profile';
import * as wall from '@respa/contract/wall';
import { isAway, openDatabase } from '../../packages/server/src/platform/database/db.ts';
import { makeLog } from '../../packages/server/src/platform/runtime/log.ts';
import { makeWriters } from '../support/acknowledged.ts';
import type { Caller } from '../support/driver.ts';
import { withDatabase } from '../support/stored-media.ts';
import { openOwnServer } from '../support/servers/own-server.ts';
import { patient } from '../support/patience.ts';

const FROZEN_MS = 20_000;
/**
 * Milliseconds: the connection timeout plus the query timeout, with a margin for a busy machine.
 */
const ANSWER_MS = 16_000;
const ASKING = 300;

const server = await openOwnServer();

test(
  'a connection whose answer came too late is not reused: the next write is committed, and is not part of the abandoned transaction',
  async () => {
    const table = `t_${crypto.randomUUID().replaceAll('-', '')}`;
    const open = (size: number) =>
      openDatabase(
        inject('postgresUrl'),
        { poolSize: size, preparedStatements: true },
        makeLog('fatal'),
      );
    const [one, other] = [open(1), open(1)];
    try {
      await sql.raw(`create table ${table} (id int)`).execute(one.db);
      const {
        rows: [backend],
      } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one.db);
      process.kill(backend!.pid, 'SIGSTOP');
      // The first statement of the transaction waits for its answer in the frozen process.
      const input = one.db
        .transaction()
        .execute((tx) => sql.raw(`insert into ${table} values (1)`).execute(tx))
        .then(
          () => null,
          (error: unknown) => error,
        );
      expect(isAway(await input)).toBe(true);
      process.kill(backend!.pid, 'SIGCONT');
      await sql.raw(`insert into ${table} values (2)`).execute(one.db);
      expect((await sql.raw(`select id from ${table}`).execute(other.db)).rows).toEqual([
        { id: 2 },
      ]);
    } finally {
      await one.close();
      await sql.raw(`drop table ${table}`).execute(other.db);
      await other.close();
    }
  },
  patient(30_000),
);

const timed = async (work: Promise<Response>) => {
  const begun = performance.now();
  const { status } = await work;
  return { status, ms: performance.now() - begun };
};

test(
  'a database frozen for 20 s leaves the process alive and not ready; each call gets 503 in time, and afterwards no acknowledged write hangs in an open transaction',
  async () => {
    const [anna, boris] = [await server.join('Анна'), await server.join('Борис')];
    await anna.call(friends.make, { params: { id: boris.id } });
    const { room } = await anna.call(chats.createRoom, { params: { userId: boris.id } });
    const send = (who: Caller, message: string) =>
      who.request(chats.send, {
        params: { roomId: room._id },
        body: { message, clientId: message },
      });
    // Single-statement writes, reads, and transactions whose first statement gets no answer.
    const ask = [
      (index: number) => send(index % 2 === 0 ? anna : boris, `во льду ${index}`),
      () => boris.request(profile.me),
      (index: number) => anna.request(wall.create, { body: { title: `во льду ${index}` } }),
    ];
    const writers = await makeWriters(server);
    writers.begin();
    await writers.untilAcknowledged();
    // Opens every connection of the pool beforehand.
    await Promise.all(Array.from({ length: 40 }, (_, index) => send(anna, `до ${index}`)));

    expect(server.signalDatabase('SIGSTOP')).toBeGreaterThan(5);
    const thaw = sleep(FROZEN_MS).then(() => server.signalDatabase('SIGCONT'));
    const calls = Array.from({ length: ASKING }, (_, index) => timed(ask[index % 3]!(index)));
    await sleep(1_000);
    for (let asked = 0; asked < 5; asked += 1) {
      const health = await timed(fetch(`${server.url}/api/health`));
      expect(health.status).toBe(200);
      expect(health.ms).toBeLessThan(1_000);
      await sleep(500);
    }
    const ready = await timed(fetch(`${server.url}/api/ready`));
    expect(ready.status).toBe(503);
    const answers = await Promise.all(calls);
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([503]);
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(ANSWER_MS);
    console.log(
      `${ASKING} calls answered within ${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms, readiness within ${Math.round(ready.ms)} ms`,
    );
    await thaw;

    const thawed = performance.now();
    while (!(await fetch(`${server.url}/api/ready`)).ok) await sleep(50);
    expect(performance.now() - thawed).toBeLessThan(5_000);
    console.log(`ready ${Math.round(performance.now() - thawed)} ms after the thaw`);
    // What is acknowledged now is visible on another connection, and still after every idle
    // transaction was abandoned.
    const texts = Array.from({ length: 60 }, (_, index) => `после ${index}`);
    for (const text of texts) expect((await send(anna, text)).status).toBe(200);
    await sleep(11_000);
    await withDatabase(server, async (db) => {
      const kept = await db.selectFrom('messages').select('text').execute();
      const found = new Set(kept.map(({ text }) => text));
      expect(texts.filter((text) => !found.has(text))).toEqual([]);
      expect(found.size).toBe(kept.length);
    });
    await writers.untilAcknowledged();
    await writers.end();
    expect([...writers.refused.keys()]).toEqual([503]);
    // A commit without an answer may have succeeded.
    await writers.verify(server, { allowedLeftovers: 'orphans' });
    console.log(`подтверждено ${writers.tell()}`);
    await server.join('Глеб');
  },
  patient(180_000),
);
