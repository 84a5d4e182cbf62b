import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as blocks from '@respa/contract/privacy';
import * as voice from '@respa/contract/voice';
import { transaction } from '#platform/database/transaction.ts';
import { newId } from '#platform/runtime/ids.ts';
import { signIn, startTestApp, Refused, type Caller, type TestApp } from '#tests/support/driver.ts';
import { until } from '#tests/support/files/pictures.ts';
import { roomOf } from '#tests/support/members/conversations.ts';
import { befriend, excludeFrom, makeGroup } from '#tests/support/members/group-chats.ts';
import { makeVoiceClient, type VoiceClient } from '#tests/support/voice/voice-client.ts';
import { lockRoom } from './queries.ts';

let app: TestApp;
let [anna, boris, vera]: Caller[] = [];
const open: VoiceClient[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris, vera] = await Promise.all(['Анна', 'Борис', 'Вера'].map((name) => app.join(name)));
  await befriend(anna!, boris!, vera!);
});
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});
afterAll(() => app.stop());

let members = 0;
async function enter(who: Caller, roomId: string): Promise<void> {
  const client = await makeVoiceClient((members += 1), async (sdp) => {
    const body = { sdp, clientId: newId() };
    return (await who.call(voice.join, { params: { roomId }, body })).sdp;
  });
  open.push(client);
}
const usersIn = async (who: Caller, roomId: string) =>
  (await who.call(voice.rooms)).rooms
    .find((one) => one.roomId === roomId)
    ?.members.map(({ user }) => user);
const isAnyoneWaiting = async (): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())
      or locktype = 'transactionid' and not granted
  `.execute(app.server.context.db);
  return rows[0]!.count > 0;
};
/** Returns the code that a join gets whose right ends after it was checked, before it is written. */
async function joinLate(who: Caller, roomId: string, end: () => Promise<unknown>) {
  const { context } = app.server;
  let joining: Promise<string> | undefined;
  await transaction(context, async (tx) => {
    await lockRoom(tx, roomId, context.bus.id);
    joining = enter(who, roomId).then(
      () => 'joined',
      (error: unknown) => (error instanceof Refused ? error.body.code : String(error)),
    );
    await until(isAnyoneWaiting);
    await end();
  });
  return joining;
}

test('who is excluded, blocked or signed out while they join does not come in', async () => {
  const group = await makeGroup(anna!, 'Рейд', boris!, vera!);
  await enter(anna!, group);
  expect(await joinLate(boris!, group, () => excludeFrom(anna!, group, boris!))).toBe('not_found');
  expect(await usersIn(anna!, group)).toEqual([anna!.id]);

  const guest = await signIn(app, vera!);
  expect(await joinLate(guest, group, () => guest.call(account.logout))).toBe('not_signed_in');
  expect(await usersIn(anna!, group)).toEqual([anna!.id]);

  const room = await roomOf(anna!, boris!);
  await enter(anna!, room);
  const block = () => anna!.call(blocks.block, { params: { id: boris!.id } });
  expect(await joinLate(boris!, room, block)).toBe('messages_closed');
  // The end of Anna's own connection is noticed a moment later.
  await expect.poll(() => usersIn(anna!, room)).toBeUndefined();
});
