import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '#platform/database/transaction.ts';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';
import { mailEmailChanged, mailEmailConfirmation } from './mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'on' });
});
afterAll(() => app.stop());

test('the mail that takes a change of the address back is queued, regardless of what strangers have sent to that mailbox', async () => {
  const { context } = app.server;
  const name = crypto.randomUUID();
  const queued = await transaction(context, async (tx) => {
    const asked: boolean[] = [];
    for (let turn = 0; turn < 6; turn += 1)
      asked.push(await mailEmailConfirmation(context, tx, `${name}+${turn}@respa.test`, 'link'));
    return {
      asked,
      changed: await mailEmailChanged(context, tx, `${name}@respa.test`, 'new@respa.test', 'link'),
    };
  });
  expect(queued).toEqual({ asked: [true, true, true, true, false, false], changed: true });
});
