import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeWriters } from '../support/acknowledged.ts';
import { OwnServer } from '../support/servers/own-server.ts';
import { startS3, type S3Server } from '../support/servers/s3-server.ts';
import { patient } from '../support/patience.ts';

test.for([
  [
    'is full',
    507,
    'nothing',
    (s3: S3Server) => s3.behave('full'),
    (s3: S3Server) => s3.behave('well'),
  ],
  ['is killed', 503, 'orphans', (s3: S3Server) => s3.kill(), (s3: S3Server) => s3.start()],
  ['hangs', 503, 'orphans', async (s3: S3Server) => s3.freeze(), async (s3: S3Server) => s3.thaw()],
] as const)(
  'a store that %s while people write makes file requests fail with %i, chats go on, nothing acknowledged is lost, and with the store back everything works again',
  { timeout: patient(300_000) },
  async ([what, status, leaves, away, back]) => {
    const s3 = await startS3();
    const server = await OwnServer.make(s3.env);
    server.bucket = s3.folder;
    try {
      await server.start();
      const writers = await makeWriters(server, { pairs: 2 });
      writers.begin();
      await writers.untilAcknowledged();
      await away(s3);
      await expect
        .poll(() => writers.refused.get(status) ?? 0, { timeout: patient(120_000) })
        .toBeGreaterThan(3);
      const spoken = writers.acknowledged.messages.size;
      await expect
        .poll(() => writers.acknowledged.messages.size, { timeout: patient(10_000) })
        .toBeGreaterThan(spoken + 20);
      await back(s3);
      await writers.untilAcknowledged();
      await sleep(500);
      await writers.untilAcknowledged();
      await writers.end();
      expect([...writers.refused.keys()]).toEqual([status]);
      // Files stored before the store went down, or meanwhile, could not be removed.
      await writers.verify(server, { allowedLeftovers: leaves });
      console.log(`хранилище ${what}: подтверждено ${writers.tell()}`);
    } finally {
      await server.leave();
      await s3.stop();
    }
  },
);
