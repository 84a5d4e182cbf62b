import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import * as profile from '@respa/contract/profile';
import { makeWriters } from '../support/acknowledged.ts';
import { Refused, type Caller } from '../support/driver.ts';
import { openOwnServer, OwnServer } from '../support/servers/own-server.ts';
import { openLive } from '../support/stream-reader.ts';
import { patient } from '../support/patience.ts';

const isLong = process.env['RESPA_LONG_TESTS'] === '1';
const [ROUNDS, PAIRS] = isLong ? [20, 10] : [1, 1];
/** Milliseconds. What a server may take after its database answers again. */
const BACK_MS = patient(5_000);
const server = await openOwnServer();

/** Waits until the database itself answers. */
async function untilDatabaseAnswers(): Promise<number> {
  for (;;) {
    const client = new pg.Client({
      connectionString: server.databaseUrl,
      connectionTimeoutMillis: 1_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return performance.now();
    } catch {
      await sleep(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
/**
 * Returns the answers until the first success, how long that took, and how long after the database.
 */
async function askUntilBack(
  who: Caller,
): Promise<{ refusals: Response[]; ms: number; behind: number }> {
  const answers = untilDatabaseAnswers();
  const [refusals, begun]: [Response[], number] = [[], performance.now()];
  for (;;) {
    const answer = await who.request(profile.me);
    if (answer.ok) {
      const now = performance.now();
      return { refusals, ms: now - begun, behind: now - (await answers) };
    }
    refusals.push(answer);
    if (performance.now() - begun > 60_000) throw new Error(`not back: ${answer.status}`);
    await sleep(25);
  }
}

test(
  'kill -9 of all database processes loses no acknowledged write: the server answers 503 with Retry-After, keeps its streams, and recovers by itself',
  async () => {
    const writers = await makeWriters(server, { pairs: PAIRS });
    const vera = await server.join('Вера');
    const stream = await openLive(vera);
    let isCut = false;
    void stream.ended.then(() => {
      isCut = true;
    });
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      writers.begin();
      await writers.untilAcknowledged();
      await sleep(Math.random() * 500);
      server.killDatabase();
      const { refusals, ms, behind } = await askUntilBack(vera);
      await writers.end();
      times.push(ms);
      expect(behind).toBeLessThan(BACK_MS);
      expect(refusals.length).toBeGreaterThan(0);
      for (const { status, headers } of refusals)
        expect([status, Number(headers.get('retry-after'))]).toEqual([503, 3]);
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
    }
    if (isLong)
      console.log(
        `${PAIRS * 2} человек, ${ROUNDS} смертей базы; снова отвечает через ${times.map((ms) => Math.round(ms)).join(', ')} мс; подтверждено ${writers.tell()}`,
      );
    expect(isCut).toBe(false);
    expect([...writers.refused.keys()]).toEqual([503]);
    await writers.verify(server, { allowedLeftovers: 'orphans' });
    // Jobs continue: this call waits for an email.
    await server.join('Глеб');
    await stream.cut();
  },
  patient(600_000),
);

// Only in the long run.
test.for(isLong ? [1] : [])(
  'the harness detects losses: with synchronous_commit=off the same crash loses acknowledged writes',
  { timeout: patient(300_000) },
  async () => {
    const careless = await OwnServer.make();
    try {
      await careless.start();
      await appendFile(
        join(careless.cluster, 'postgresql.conf'),
        '\nsynchronous_commit = off\nwal_writer_delay = 10s\nwal_writer_flush_after = 64MB\n',
      );
      careless.signalDatabase('SIGHUP');
      const writers = await makeWriters(careless);
      let lost: string[] = [];
      for (let round = 0; round < 10 && lost.length === 0; round += 1) {
        writers.begin();
        await writers.untilAcknowledged();
        await sleep(1_000);
        careless.killDatabase();
        await writers.end();
        lost = await findLostOnceBack();
      }
      expect(lost.length).toBeGreaterThan(0);
      await expect(writers.verify(careless)).rejects.toBeInstanceOf(Error);
      async function findLostOnceBack(): Promise<string[]> {
        for (;;) {
          try {
            return await writers.findLost(careless);
          } catch (error) {
            // Its room and its people may be among the lost rows.
            if (!(error instanceof Refused)) throw error;
            if (error.status !== 503) return [error.message];
            await sleep(50);
          }
        }
      }
    } finally {
      await careless.leave();
    }
  },
);
