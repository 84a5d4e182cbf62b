import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import { makeWriters } from '../support/acknowledged.ts';
import { openOwnServer } from '../support/servers/own-server.ts';
import { beginUpload, idOf, offsetOf, sendPart } from '../support/members/uploads.ts';
import { patient } from '../support/patience.ts';

// Kills the server with SIGKILL while people write.
const isLong = process.env['RESPA_LONG_TESTS'] === '1';
/** In the long run fifty people post and upload at once, as the security requirements demand. */
const [ROUNDS, PAIRS] = isLong ? [20, 25] : [1, 1];
const server = await openOwnServer();
async function dieAndRise(): Promise<void> {
  await server.end('SIGKILL');
  await server.start();
}

test(
  'kill -9 while people post and upload loses no acknowledged write, doubles none and leaves no partial file, and an open chat misses nothing',
  async () => {
    const writers = await makeWriters(server, { pairs: PAIRS });
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      writers.begin();
      // The kill comes after something of each kind was acknowledged in this round, and then at a
      // random moment.
      await writers.untilAcknowledged();
      await sleep(200 + Math.random() * 700);
      await server.end('SIGKILL');
      await writers.end();
      const begun = performance.now();
      await server.start();
      times.push(performance.now() - begun);
    }
    // No call got an error response: connections were cut.
    expect([...writers.refused.keys()]).toEqual([0]);
    await writers.verify(server, { allowedLeftovers: 'orphans' });
    if (isLong)
      console.log(
        `${PAIRS * 2} человек, ${ROUNDS} смертей; поднят за ${times.map((ms) => (ms / 1_000).toFixed(1)).join(', ')} с; подтверждено ${writers.tell()}`,
      );
  },
  patient(900_000),
);

test(
  'kill -9 in the middle of a resumable upload loses nothing that has arrived, and a kept file is stored once',
  async () => {
    const vera = await server.join('Вера');
    const now = () => server.as(vera);
    const bytes = randomBytes(24 * 1024 * 1024);
    const address = (
      await beginUpload(now(), bytes.length, { purpose: 'cloud', filename: 'мир.dat' })
    ).headers.get('location')!;
    for (let round = 0, offset = 0; offset < bytes.length; round += 1) {
      const end = Math.min(bytes.length, offset + 8 * 1024 * 1024);
      const sent = sendPart(now(), address, offset, bytes.subarray(offset, end)).then(
        (answer) => (answer.status === 204 ? end : null),
        () => null,
      );
      let isAnswered = false;
      void sent.then(() => {
        isAnswered = true;
      });
      if (round < 2) {
        // The kill comes once some of the part is on disk; if the part was faster, it is complete.
        while (
          (await stat(join(server.folder, 'uploads', idOf(address)))).size === offset &&
          !isAnswered
        )
          await new Promise((resolve) => {
            setImmediate(resolve);
          });
        await dieAndRise();
      }
      const acknowledged = await sent;
      const there = await offsetOf(now(), address);
      expect(there).toBeGreaterThanOrEqual(acknowledged ?? offset);
      offset = there;
    }
    const key = crypto.randomUUID();
    const keep = () =>
      now().call(cloud.upload, { body: { uploads: [idOf(address)], keys: [key] } });
    const first = keep().catch(() => null);
    await server.end('SIGKILL');
    await first;
    await server.start();
    const { added } = await keep();
    expect(added).toMatchObject([{ name: 'мир.dat', size: bytes.length }]);
    expect((await now().call(cloud.rootFiles)).count).toBe(1);
    const saved = await now().request(cloud.download, { params: { id: added[0]!._id } as never });
    expect(Buffer.from(await saved.arrayBuffer()).equals(bytes)).toBe(true);
  },
  patient(300_000),
);
