import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '#platform/database/transaction.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { roomOf } from '#tests/support/members/conversations.ts';
import { dropEmpty, lockRoom } from './queries.ts';

let app: TestApp;
let [anna, boris]: Caller[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris] = [await app.join('Анна'), await app.join('Борис')];
});
afterAll(() => app.stop());

test('a room that is deleted as empty meanwhile is there for who comes in', async () => {
  const { context } = app.server;
  const roomId = await roomOf(anna!, boris!);
  const come = () => transaction(context, (tx) => lockRoom(tx, roomId, context.bus.id));
  const drop = () => transaction(context, (tx) => dropEmpty(tx, roomId));
  for (let round = 0; round < 60; round += 1) {
    const [room] = await Promise.all([come(), drop(), drop(), drop()]);
    expect(room).toMatchObject({ room_id: roomId, instance_id: context.bus.id });
  }
});
