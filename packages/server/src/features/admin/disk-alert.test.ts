import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import * as profile from '@respa/contract/profile';
import { alertLowDisk } from './disk-alert.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { picture, until } from '#tests/support/files/pictures.ts';
import { beginUpload, sendPart } from '#tests/support/members/uploads.ts';

let app: TestApp;
let anna: Caller;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAIL: 'admin@respa.test' });
  anna = await app.join('Анна');
});
afterAll(() => app.stop());

const REFUSED = { code: 'no_space', error: 'На сервере заканчивается место. Попробуйте позже.' };
/** Returns the subjects and texts of the mails to the admin about the disk. */
async function alerts(): Promise<string[]> {
  const folder = join(app.dataDir, 'outbox');
  const mails = await Promise.all(
    (await readdir(folder))
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFile(join(folder, name), 'utf8')),
  );
  return mails.filter((mail) => /^To: .*admin@respa\.test/m.test(mail));
}

test('below the reserve of the disk files are refused, and the admin is told once a day', async () => {
  const { context } = app.server;
  await alertLowDisk(context);
  expect(await alerts()).toEqual([]);

  context.config.diskReserve = context.freeSpace.free() * 2;
  const full = await startTestApp({ DISK_RESERVE: String(context.config.diskReserve) });
  try {
    const boris = await full.join('Борис');
    const files = { file: [new File(['Привет'], 'a.txt')] };
    expect(await boris.refusal(cloud.upload, { body: { folder: '' }, files })).toMatchObject({
      status: 507,
      ...REFUSED,
    });
    expect(await boris.refusal(profile.edit, { files: { file: [await picture()] } })).toMatchObject(
      { status: 507, ...REFUSED },
    );
    const start = await beginUpload(boris, 10, { purpose: 'cloud', filename: 'a.txt' });
    expect([start.status, await start.json()]).toEqual([507, REFUSED]);
    // Texts work.
    await boris.call(cloud.mkdir, { body: { name: 'Папка' } });
    const metrics = await (await fetch(`${full.url}/api/metrics`)).text();
    expect(Number(/^respa_disk_free_bytes (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
  } finally {
    await full.stop();
  }

  await Promise.all([alertLowDisk(context), alertLowDisk(context)]);
  await until(async () => (await alerts()).length > 0);
  await alertLowDisk(context);
  expect(await alerts()).toHaveLength(1);
});

test('what is being received stops when half of the reserve is gone', async () => {
  const { freeSpace } = app.server.context;
  const bytes = Buffer.alloc(10, 7);
  const begun = await beginUpload(anna, 10, { purpose: 'cloud', filename: 'a.txt' });
  const isSpent = freeSpace.isSpent;
  freeSpace.isSpent = () => true;
  try {
    const part = await sendPart(anna, begun.headers.get('location')!, 0, bytes);
    expect([part.status, await part.json()]).toEqual([507, REFUSED]);
    const files = { file: [new File(['Привет'], 'a.txt')] };
    expect(await anna.refusal(cloud.upload, { body: { folder: '' }, files })).toMatchObject({
      status: 507,
      ...REFUSED,
    });
    expect(await readdir(join(app.dataDir, 'staging'))).toEqual([]);
  } finally {
    freeSpace.isSpent = isSpent;
  }
});
